import { endpointHost } from '@shirube/domain';
import { createLoadShedder, type OutboundBudget, type Settings } from '@shirube/service-kit';
import { outboundRequest, userAgentOf } from '../monitor/startChecks.js';
import { previewOrigin, previewResource } from './previewOrigin.js';

export type OutboundSettings = Parameters<typeof outboundRequest>[0] & Pick<Settings, 'EXPORT_SOURCE' | 'PUBLIC_URL'>;

type GuardedRequest = ReturnType<typeof outboundRequest>;

/** The limits for what is requested from other hosts while a client waits. It may be slow, as these are. */
export const outboundBounds = { atOnce: 16, maxQueued: 0, maxShare: 4 };
// Shorter than the timeouts of the gateway.
const addressMs = 15_000;
const originMs = 25_000;

/** Takes each request from a budget, also those for documents and after redirects. */
const spending =
  (request: GuardedRequest, { spend }: OutboundBudget): GuardedRequest =>
  (url, options) =>
    request(url, { ...options, beforeRequest: ({ href }, signal) => spend(endpointHost(href), signal) });

/**
 * Creates a function that returns the outbound requests for these settings, within a budget if there is one, and the
 * User-Agent that they send. `address` returns the address of this process, which is named if there is no PUBLIC_URL.
 */
export function outboundBy(settings: OutboundSettings, address: () => string | undefined = () => undefined) {
  const request = outboundRequest(settings);
  return (budget?: OutboundBudget) => ({
    request: budget ? spending(request, budget) : request,
    userAgent: userAgentOf(settings.EXPORT_SOURCE, settings.PUBLIC_URL ?? address()),
  });
}

/**
 * Creates functions that request any address, or all that its origin sells, as the monitor does: within the budget of a
 * client, with a limit on concurrent requests and a timeout for each.
 */
export function createPreviews(settings: OutboundSettings, address: () => string | undefined) {
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, address);
  const bounded =
    <T>(milliseconds: number, preview: (options: Parameters<typeof previewOrigin>[0]) => Promise<T>) =>
    async (url: string, budget: OutboundBudget): Promise<T> => {
      const host = endpointHost(url);
      budget.require(host);
      const read = () => preview({ ...outbound(budget), url, signal: AbortSignal.timeout(milliseconds) });
      return shedder.pass(read, budget.caller, `host ${host}`);
    };
  return {
    previewAddress: bounded(addressMs, ({ url, ...options }) =>
      previewResource({ endpoint: url, details: {} }, options),
    ),
    previewOrigin: bounded(originMs, previewOrigin),
  };
}
