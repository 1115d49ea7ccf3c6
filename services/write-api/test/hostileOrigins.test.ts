import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countServices, createKey } from '@shirube/catalog';
import type { Candidate, Preview, RegistrationResults } from '@shirube/contracts';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, database } = await startWriteApi(t, {
  environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '0' },
});
// Each account may have a few slow requests.
const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });

/** Sends parts while the client accepts them, at most `most`. */
function pour(response: ServerResponse, part: string, most: number): void {
  let sent = 0;
  const more = () => {
    while (!response.destroyed && sent < most) {
      sent += 1;
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

const drips = new Set<NodeJS.Timeout>();
t.teardown(() => drips.forEach(clearInterval));

// Each behavior applies to the whole origin: to its documents and to its paid resources.
const origins: Record<string, { answer: RequestListener; fault: RegExp }> = {
  'never answers': { answer: () => {}, fault: /does not answer in time: / },
  'drips for ever': {
    answer(_request, response) {
      response.writeHead(402, { 'content-type': 'application/json' });
      drips.add(setInterval(() => response.write(' '), 200));
    },
    fault: /does not answer in time: /,
  },
  'leads in circles': {
    answer: ({ url = '' }, response) =>
      void response.writeHead(302, { location: url.endsWith('?again') ? url.slice(0, -6) : `${url}?again` }).end(),
    fault: /redirects too many times: /,
  },
  'sends 100 MB': {
    answer(_request, response) {
      response.writeHead(402, { 'content-type': 'application/json' });
      pour(response, `"${'x'.repeat(1_000_000)}"`, 100);
    },
    fault: /larger than 64 kB: /,
  },
};

t.test('an origin that would keep its reader for ever is told in time, and nothing of it is stored', async (t) => {
  await Promise.all(
    Object.entries(origins).map(async ([name, { answer, fault }]) => {
      const server = createServer(answer);
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      t.teardown(() => {
        server.close();
        server.closeAllConnections();
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/paid`;
      const post = <Body>(path: string, key: string) =>
        client.request<Body>(path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        });
      const [preview, registered, check] = await Promise.all([
        post<Preview>('/api/registrations/preview', client.key),
        post<RegistrationResults>('/api/registrations', other),
        client.get<Candidate>(`/api/check?url=${url}`),
      ]);
      t.strictSame([preview.status, registered.status, check.status], [200, 200, 200], name);
      for (const result of [...preview.body.candidates, ...registered.body.results, check.body]) {
        t.match(result.faults, [{ message: fault }], name);
        t.notOk('registration' in result || 'id' in result, name);
      }
      t.equal(preview.body.candidates.length, 1, name);
    }),
  );
  t.equal(await countServices(database), 0);
});
