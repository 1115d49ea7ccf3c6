import type { Problem, Service } from '@shirube/contracts';
import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { rawRequest, requestText } from './rawRequest.js';

/** Registrations whose body or headers a service or a proxy refuses. */
export async function bodies(t: Test, directory: DirectoryClient): Promise<void> {
  await t.test('two Idempotency-Key headers are a 400', async (t) => {
    const answer = await rawRequest(
      t,
      directory.base,
      requestText('POST', '/api/services', {
        headers: [
          `Authorization: Bearer ${directory.key}`,
          'Content-Type: application/json',
          'Idempotency-Key: one',
          'Idempotency-Key: two',
        ],
        body: JSON.stringify(registration()),
      }),
    );
    t.equal(answer.status, 400);
    t.match(answer.problem, { errors: [{ path: 'Idempotency-Key' }] });
  });

  await t.test('a body that is compressed is a 415, one that is not UTF-8 a 400', async (t) => {
    const text = JSON.stringify(registration());
    const compressed = await directory.post(text, { 'content-encoding': 'gzip' });
    t.equal(compressed.status, 415);
    t.equal(compressed.body.code, 'unsupported_media_type');
    t.equal((await directory.post(text, { 'content-encoding': 'identity' })).status, 201);
    const headers = { authorization: `Bearer ${directory.key}`, 'content-type': 'application/json' };
    const body = Buffer.from(text.replace('Plain', '\u00ff\u00fe'), 'latin1');
    const broken = await directory.request<Problem>('/api/services', { method: 'POST', headers, body });
    t.equal(broken.status, 400);
    t.match(broken.body, { code: 'malformed_json', detail: /not valid UTF-8/ });
  });

  await t.test('a body that is no JSON object, too large or of another type changes nothing', async (t) => {
    const before: Service[] = (await directory.list({ category: 'refused-bodies' })).body;
    const json = { 'content-type': 'application/json' };
    const cases: [body: string, headers: Record<string, string>, status: number][] = [
      ['{"name": ', json, 400],
      ['', json, 400],
      ['null', json, 400],
      ['[]', json, 400],
      ['"text"', json, 400],
      ['{"__proto__": {"admin": true}}', json, 400],
      [
        JSON.stringify(registration({ category: 'refused-bodies' })).replace('{', '{"constructor": {"prototype": {}},'),
        json,
        400,
      ],
      [JSON.stringify({ ...registration(), description: 'x'.repeat(3_000_000) }), json, 413],
      [JSON.stringify(registration({ category: 'refused-bodies' })), { 'content-type': 'text/plain' }, 415],
      ['name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ];
    for (const [body, headers, expected] of cases) {
      const reply = await directory.post(body, headers);
      t.equal(reply.status, expected, body.slice(0, 40));
      t.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
    t.strictSame((await directory.list({ category: 'refused-bodies' })).body, before);
  });
}
