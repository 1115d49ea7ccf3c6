import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}`);
const timesIn = (text: string, part: string): number => text.split(part).length - 1;

/** For an input with many faults, the response lists the first 20 and counts the rest. */
export async function faults(t: Test, directory: DirectoryClient): Promise<void> {
  function namesTwenty(t: Test, { text, body }: { text: string; body: Pick<Problem, 'errors'> }, rest: number) {
    t.equal(body.errors?.length, 20);
    t.match(body, { code: 'validation_failed', moreErrors: rest });
    t.match(body, { detail: `There are ${rest} more faults.` });
    t.ok(text.length < 4_000, `${text.length} characters`);
  }

  await t.test('of 10,000 unknown parameters the first twenty are named', async (t) => {
    const query = names(10_000).join('&');
    const answer = await directory.get<Problem>(`/api/services?${query}`);
    t.equal(answer.status, 400);
    namesTwenty(t, answer, 9_980);
    t.equal(timesIn(answer.text, 'maxPricePerRequest'), 1, 'what is known is said once');
    t.match(answer.body.errors?.[0], { path: 'p0', message: 'is not a known parameter' });
  });

  await t.test('of 10,000 unknown fields of a body or of its pricing the first twenty are named', async (t) => {
    const unknown = Object.fromEntries(names(10_000).map((name) => [name, 1]));
    const answer = await directory.post({ ...registration(), ...unknown });
    t.equal(answer.status, 400);
    namesTwenty(t, answer, 9_980);
    t.equal(timesIn(answer.text, 'The known fields are name, description'), 1);
    const within = { ...registration().pricing, ...unknown };
    const nested = await directory.post({ ...registration(), pricing: within });
    namesTwenty(t, nested, 9_980);
    t.equal(timesIn(nested.text, 'The known fields of pricing are currency'), 1);
  });

  await t.test('of 5,000 unknown arguments of a tool the first twenty are named', async (t) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'find_services',
        arguments: { q: 'x', ...Object.fromEntries(names(5_000).map((name) => [name, 1])) },
      },
    };
    const { text } = await directory.request('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    });
    t.match(text, /There are 4980 more faults\. The known fields are q, limit/);
    t.ok(text.length < 4_000, `${text.length} characters`);
  });

  await t.test('an unknown parameter with a long name is named in short', async (t) => {
    const { text, status } = await directory.get(`/api/services?${'n'.repeat(10_000)}=1`);
    t.equal(status, 400);
    t.ok(text.length < 1_000, `${text.length} characters`);
  });
}
