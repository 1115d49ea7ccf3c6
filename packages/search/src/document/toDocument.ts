import {
  type CatalogEntry,
  compileFaults,
  faultSentences,
  isDiscoverable,
  paymentAddressKey,
  SearchDocument,
} from '@shirube/contracts';
import { endpointHost, hostNames, squash, waysToPay } from '@shirube/domain';
import { hasJapanese, normalize } from '@shirube/language';
import { DocumentsRefused } from '../errors.js';
import { offerOf, providerName } from '../providerOffers.js';
import { callText, pathText } from './callText.js';
import { levelOf, trustLevels, uptimeLevels } from './levels.js';
import { nameKey } from './nameKey.js';
import { serviceNames } from './serviceNames.js';

/** Incremented when a change to this function or to the terms of a text requires all documents to be made again. */
export const documentVersion = 27;

const documentFaults = compileFaults(SearchDocument);

/** Returns the language of a text: Japanese if it contains any, English if all its letters are Latin. */
function languageOf(text: string): string {
  const isAscii = !/[^ -~\s]/.test(text);
  if (!isAscii && hasJapanese(text)) return 'ja';
  return isAscii || !/(?!\p{Script=Latin})\p{L}/u.test(text) ? 'en' : '';
}

/** Returns the search document of a service. Throws DocumentsRefused, with the reason, if it violates the contract. */
export function toDocument(entry: CatalogEntry): SearchDocument {
  const { service, revision, isDuplicate = false, repeatsDescription = false, summary = '', uptime = 0 } = entry;
  const { categoryLabel, categoryLabelJa } = entry;
  const { network, paymentAddress } = service.x402Config ?? {};
  const { currency, pricePerRequest: price, freeQuota = 0 } = service.pricing ?? {};
  const host = endpointHost(String(service.endpoint));
  const { provider, labels: hostLabels, kind } = hostNames(host);
  const labels = [...(service.tags ?? []), providerName(entry, provider) ?? ''];
  const isDemoted = service.testnet || kind !== undefined;
  const lacksDescription = repeatsDescription || squash(String(service.description)) === squash(String(service.name));
  const document: SearchDocument = {
    id: service.id,
    revision,
    service,
    name: normalize(String(service.name)),
    categoryText: normalize([service.category, categoryLabel, categoryLabelJa ?? '', ...labels].join(' ')),
    description: lacksDescription && summary ? `${summary}. ${service.description}` : service.description,
    callText: normalize([lacksDescription ? '' : summary, callText(service.call)].join(' ')),
    hostText: [...hostLabels, ...(lacksDescription ? [pathText(String(service.endpoint))] : [])]
      .join(' ')
      .replaceAll('-', ' '),
    names: serviceNames(entry),
    host,
    provider,
    offered: offerOf(entry, provider, String(currency), String(price)),
    nameKey: nameKey(String(service.name)),
    price: Number(price),
    duplicate: isDuplicate ? 1 : 0,
    last: isDuplicate || isDemoted || (lacksDescription && service.trustScore === 0) ? 1 : 0,
    demoted: service.status === 'inactive' || isDemoted || lacksDescription ? 1 : 0,
    trustScore: service.trustScore,
    trustLevel: levelOf(trustLevels, service.trustScore),
    uptime,
    uptimeLevel: levelOf(uptimeLevels, uptime),
    language: languageOf(String(service.description)),
    status: service.status,
    category: service.category,
    ...waysToPay({ network: String(network), currency: String(currency), price: String(price) }, service.accepts),
    freeQuota,
    updatedAt: Date.parse(service.updatedAt),
    payTo: paymentAddressKey(String(paymentAddress)),
    testnet: service.testnet ?? false,
    callType: service.call?.type ?? 'http',
    discoverable: false,
  };
  const faults = documentFaults(document);
  // The price can be converted to units of a coin only once it is known to be valid.
  if (!faults) return { ...document, discoverable: isDiscoverable(service) };
  throw new DocumentsRefused(`service ${service.id} cannot be indexed: ${faultSentences(faults).join(' ')}`);
}
