import { Service } from '@shirube/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { cut, plainText } from './plainText.js';

/** A service as a search shows it: enough to choose one, short enough to show many. */
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
export type ServiceSummary = Static<typeof ServiceSummary>;

const nameLength = 100;
const descriptionLength = 200;

export function summarize(service: Service): ServiceSummary {
  const { id, name, description, endpoint, category, pricing, supportedChains, trustScore, status } = service;
  return {
    id,
    name: cut(plainText(name), nameLength),
    description: cut(plainText(description), descriptionLength),
    endpoint,
    category,
    pricing,
    supportedChains,
    trustScore,
    status,
  };
}

/** The price as a person would say it. */
export function priceText({ pricePerRequest, currency, freeQuota }: Service['pricing']): string {
  const free = freeQuota ? `, first ${freeQuota} free` : '';
  return `${pricePerRequest} ${currency} per request${free}`;
}

/** A summary in two lines, numbered. */
export function summaryText(summary: ServiceSummary, index: number): string {
  const { id, name, description, category, pricing, supportedChains, trustScore, status } = summary;
  return [
    `${index + 1}. ${name} (id ${id}): ${description}`,
    `   ${priceText(pricing)} on ${supportedChains.join(', ')}; category ${category}; trust ${trustScore}/100, ${status}`,
  ].join('\n');
}
