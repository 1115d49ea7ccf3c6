import {
  categoryIdOf,
  codePointLength,
  faultSentences,
  noCategory,
  type Registration,
  readRegistration,
} from '@shirube/contracts';
import { canonicalChain, findAssetByAddress, fromAtomic, type Members, members } from '@shirube/domain';

/** Why a resource could not be mirrored. */
export type Obstacle = 'form' | 'type' | 'scheme' | 'network' | 'asset' | 'amount' | 'registration';

export interface LeftOut {
  resource: string;
  obstacle: Obstacle;
  /** A sentence for people. */
  detail: string;
}

type Mapped = { registration: Registration } | LeftOut;

const longestDescription = 2_000;
const longestName = 255;
/** More than is kept of any text, and little enough to be read for each resource of a document. */
const longestRead = 8_000;

const firstText = (...values: unknown[]): string | undefined =>
  values
    .filter((value): value is string => typeof value === 'string')
    // Third-party descriptions often contain foreign line endings and other control characters.
    .map((text) =>
      text
        .slice(0, longestRead)
        .replaceAll(/[^\P{Cc}\n\t]+/gu, ' ')
        .trim(),
    )
    .find((text) => text !== '');

function cut(text: string, most: number): string {
  if (codePointLength(text) <= most) return text;
  return `${Array.from(text)
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/** Returns the first tag that can be converted to a category id. */
function categoryOf(tags: unknown): string {
  const ids = (Array.isArray(tags) ? tags : []).map((tag) => categoryIdOf(String(tag)));
  return ids.find((id) => id !== undefined) ?? noCategory;
}

/** Returns a name such as "api.example.com/weather", for a resource without one. */
function nameOf(resource: string): string {
  if (!URL.canParse(resource)) return resource;
  const { host, pathname } = new URL(resource);
  return host + pathname.replace(/\/$/, '');
}

type Payment = Pick<Registration, 'pricing' | 'x402Config'>;

/** Reads one payment option, of version 1 (names, maxAmountRequired) or 2 (CAIP-2 ids, amount). */
export function readPayment(accepted: Members): Payment | Pick<LeftOut, 'obstacle' | 'detail'> {
  const { scheme, asset, payTo } = accepted;
  if (scheme !== 'exact') return { obstacle: 'scheme', detail: `the scheme ${scheme} is not exact` };
  const network = canonicalChain(String(accepted.network));
  if (!network) return { obstacle: 'network', detail: `the network ${accepted.network} is not known` };
  const coin = findAssetByAddress(network, String(asset));
  if (!coin) return { obstacle: 'asset', detail: `the asset ${asset} is not known on ${network}` };
  const amount = String(accepted.amount ?? accepted.maxAmountRequired);
  if (!/^\d{1,60}$/.test(amount)) return { obstacle: 'amount', detail: `the amount ${amount} is not a whole number` };
  return {
    pricing: { currency: coin.currency, pricePerRequest: fromAtomic(amount, coin.decimals) },
    x402Config: { paymentAddress: String(payTo), network },
  };
}

/** Converts a resource of a facilitator's list to a registration, or returns why that is not possible. */
export function toRegistration(item: unknown): Mapped {
  const { resource: value, type = 'http', accepts, description, serviceName, tags, metadata } = members(item);
  // Version 2 describes resources in the challenge as objects, and some lists do too.
  const described = members(value);
  const resource = firstText(value, described.url);
  const leftOut = (obstacle: Obstacle, detail: string): LeftOut => ({
    resource: resource ?? '',
    obstacle,
    detail,
  });
  if (resource === undefined || !Array.isArray(accepts) || accepts.length === 0) {
    return leftOut('form', 'it has no resource, or no way to pay');
  }
  if (type !== 'http') return leftOut('type', `its type ${type} is not http`);
  const ways = accepts.map(members);
  const payments = ways.map(readPayment);
  const payment = payments.find((read): read is Payment => 'pricing' in read);
  if (!payment) {
    const [first] = payments.flatMap((read) => ('obstacle' in read ? read : []));
    return leftOut(first?.obstacle ?? 'form', first?.detail ?? 'it has no way to pay');
  }
  const more = members(metadata);
  const name = cut(
    firstText(serviceName, described.serviceName, more.serviceName, more.name) ?? nameOf(resource),
    longestName,
  );
  const descriptions = [description, described.description, more.description];
  const read = readRegistration({
    name,
    description: cut(firstText(...descriptions, ...ways.map((way) => way.description)) ?? name, longestDescription),
    endpoint: resource,
    category: categoryOf(tags ?? described.tags ?? more.tags),
    ...payment,
  });
  return 'faults' in read ? leftOut('registration', faultSentences(read).join(' ')) : read;
}
