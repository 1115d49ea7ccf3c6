import { version } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';

/** The text for people who find the monitor in their logs, and open the address that it names. */
const text = (source: string) => `ShirubeMonitor/${version}, which checks the services of the directory "${source}"

You have found this address in your logs. The monitor of this directory has called one of your endpoints, because
somebody has registered it as an API that is paid per request over x402.

The monitor sends GET and, if the response is not a challenge, POST with the body {}. If your challenge declares another
method, it uses that one. It never pays, and sends no credentials. It sends one request to a host at a time, every few
hours if all is well. Once a day it also reads what your origin declares about its paid APIs: /openapi.json,
/.well-known/x402.json or /.well-known/x402.

It stores the time of the check, your response (method, status and duration), the network, address, price and coin of
your challenge, and how the challenge and those documents describe your API.

To opt out, respond with the header

    Shirube-Monitor: no

and any status. The monitor then does not call your host for a week. After that it calls once, to see whether you still
opt out.

To have your service verified, respond to unpaid requests with the challenge that you registered, without a redirect to
another host. Every offer must have the same address, the same coin, and the same price or less. For details, see
docs/monitor.md of Shirube, and /docs here for the API.
`;

/** Serves the page that the monitor's User-Agent names. It is plain text, because it is also read in terminals. */
export function serveMonitorPage(app: App, source: string): void {
  app.get('/monitor', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(text(source)),
  );
}
