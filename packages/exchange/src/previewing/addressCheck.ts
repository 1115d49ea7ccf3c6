import type { Candidate } from '@shirube/contracts';
import { createLoadShedder, type Settings } from '@shirube/service-kit';
import { outboundRequest, userAgentOf } from '@shirube/trust/monitor';
import { previewResource } from './previewOrigin.js';

export type OutboundSettings = Parameters<typeof outboundRequest>[0] & Pick<Settings, 'EXPORT_SOURCE' | 'PUBLIC_URL'>;

// A check may be slow, as its host is. The time is shorter than the timeout of the gateway.
const bounds = { atOnce: 16, inLine: 0 };
const addressMs = 15_000;

/** Creates the outbound requests for these settings, and the User-Agent that they send. */
export const outboundBy = (settings: OutboundSettings) => ({
  request: outboundRequest(settings),
  userAgent: userAgentOf(settings.EXPORT_SOURCE, settings.PUBLIC_URL ?? 'http://127.0.0.1:3000'),
});

/**
 * Creates a function that checks any address as the monitor does, with a limit on concurrent checks and a timeout for
 * each.
 */
export function createAddressCheck(settings: OutboundSettings): (url: string) => Promise<Candidate> {
  const shedder = createLoadShedder(bounds);
  const outbound = outboundBy(settings);
  return (url) =>
    shedder.pass(() =>
      previewResource({ endpoint: url, details: {} }, { ...outbound, signal: AbortSignal.timeout(addressMs) }),
    );
}
