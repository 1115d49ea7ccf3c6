import { version } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';

/** The text for people who find the monitor in their logs, and open the address that it names. */
const text = (source: string) => `ShirubeMonitor/${version}, which checks the services of the directory "${source}"

You have found this address in your logs: the monitor of this directory has asked one of your endpoints, since somebody
has registered it as an API that is paid per request over x402.

What it sends: GET, and where that is not answered with a challenge, POST with the body {}. It never pays and sends no
credentials. One request to a host at a time, every few hours when all is well. It keeps when it asked, how you answered
(status and time), and the network, address, price and coin that your challenge named; nothing else.

To be left alone, answer with the header

    Shirube-Monitor: no

on any status. The monitor then asks nothing of your host for a week, and after that once, to see whether it still stands.

To have your service verified, answer unpaid requests with the challenge that you registered, without a redirect to another
host: in every offer the same address, the same coin, and the same price or less. See docs/monitor.md of Shirube for the
whole of it, and /docs here for the API.
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
