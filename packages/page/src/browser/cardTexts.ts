import type { ServiceDetail, ServiceStatus } from '@shirube/contracts';
import { learn, messagesIn } from './language/language.js';
import { asCode } from './language/languageCode.js';
import { plainAmount } from './writtenForms.js';

/** The texts on the preview image of a service. */
export interface CardTexts {
  name: string;
  description: string;
  price: string;
  status: ServiceStatus;
  statusText: string;
}

/** The service fields that the preview image uses. */
export type CardService = Pick<ServiceDetail, 'name' | 'description' | 'pricing' | 'status' | 'testnet'>;

/** Longer texts never fit into two lines. */
const longestRead = 400;

export async function cardTexts(service: CardService, language: string | undefined): Promise<CardTexts> {
  const code = asCode(language) ?? 'en';
  await learn(code);
  const messages = messagesIn(code);
  const { name, description, pricing, status, testnet } = service;
  const amount = plainAmount(pricing.pricePerRequest);
  return {
    name,
    description: description.slice(0, longestRead),
    price: amount === '0' ? messages.free : `${amount} ${pricing.currency} ${messages.perRequest}`,
    status,
    statusText: [messages.statuses[status], ...(testnet ? [messages.testnet] : [])].join(' · '),
  };
}
