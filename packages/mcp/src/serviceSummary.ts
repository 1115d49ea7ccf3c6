import { type Accepted, type GroupProvider, Service, type StatusRecord } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { plainText, sellersName, sellersWords, truncate } from './plainText.js';

/** A service in search results: enough to choose one, short enough to show many. */
export const ServiceSummary = Type.Pick(Service, [
  'id',
  'name',
  'description',
  'endpoint',
  'category',
  'pricing',
  'supportedChains',
  'trustScore',
  'status',
]);
export type ServiceSummary = Static<typeof ServiceSummary> & Pick<Service, 'testnet'>;

const nameLength = 100;
const descriptionLength = 200;

export function summarize(service: Service): ServiceSummary {
  const { id, name, description, endpoint, category, pricing, supportedChains, trustScore, status, testnet } = service;
  return {
    id,
    name: truncate(plainText(name), nameLength),
    description: truncate(plainText(description), descriptionLength),
    endpoint,
    category,
    pricing,
    supportedChains,
    trustScore,
    status,
    ...(testnet ? { testnet } : {}),
  };
}

/** Formats the price for people. */
export function priceText({ pricePerRequest, currency, freeQuota }: Service['pricing']): string {
  const free = freeQuota ? `, first ${freeQuota} free` : '';
  return `${pricePerRequest} ${currency} per request${free}`;
}

/** Formats the range of prices in one currency. */
export const rangeText = ({ currency, min, max }: GroupProvider['prices'][number]): string =>
  `${min === max ? min : `${min} to ${max}`} ${currency}`;

/** Says how much of the time it answered, once it was checked. */
export const uptimeText = ({ uptimeScore, lastChecked }: Pick<StatusRecord, 'uptimeScore' | 'lastChecked'>): string =>
  lastChecked === null ? 'never checked' : `uptime ${uptimeScore} % of the last 30 days, last checked ${lastChecked}`;

/** Says what else of its provider matches, if anything. */
export const othersText = ({ domain, services, prices }: GroupProvider): string[] =>
  services > 1 ? [`   One of ${services} matching services of ${domain}, for ${prices.map(rangeText).join('; ')}`] : [];

/** Lists the ways to pay that the last 402 offered, if there are several. */
export function waysText(accepts: readonly Accepted[] = []): string[] {
  const ways = accepts.map(({ scheme, network, price, currency, amount, asset, testnet }) =>
    plainText(
      `${price ?? amount} ${currency ?? asset} on ${chainOf(network)} (${testnet ? `${scheme}, test network` : scheme})`,
    ),
  );
  return ways.length > 1 ? [`Ways to pay that its last 402 offered: ${ways.join('; ')}`] : [];
}

/** Formats a numbered summary in two lines. */
export function summaryText(summary: ServiceSummary, index: number): string {
  const { id, name, description, category, pricing, supportedChains, trustScore, status, testnet } = summary;
  return [
    `${index + 1}. ${sellersName(name)} (id ${id}). ${sellersWords(description)}`,
    `   ${priceText(pricing)} on ${supportedChains.join(', ')}; category ${category}; trust ${trustScore}/100, ${status}${testnet ? '; test network: no real money' : ''}`,
  ].join('\n');
}
