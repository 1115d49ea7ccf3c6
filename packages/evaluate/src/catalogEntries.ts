import { createHash } from 'node:crypto';
import { newService } from '@shirube/catalog';
import { UsageError } from '@shirube/cli/command-line';
import { type CatalogEntry, faultSentences, type Registration, readRegistration } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { readCategoryLabels } from './categoryLabels.js';
import { type DemoService, demoServices } from './demo/demoServices.js';
import { readNdjson } from './readNdjson.js';

/** At least a name and a description. Missing fields of a registration are filled in. */
const CatalogLine = Type.Object({
  name: Type.String(),
  description: Type.String(),
  endpoint: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  pricing: Type.Optional(Type.Unknown()),
  x402Config: Type.Optional(Type.Unknown()),
  provider: Type.Optional(Type.Unknown()),
});

/** Returns a trust score (0 to 100) that depends on the name alone. */
const trustByChance = (name: string): number => createHash('sha256').update(name).digest().readUInt16BE() % 101;

/** Returns the services of an NDJSON file, or of the demo, as catalog entries. */
export async function readCatalogEntries(
  file: string | undefined,
  { madeTrust = false } = {},
): Promise<CatalogEntry[]> {
  const labels = await readCategoryLabels();
  const services = file === undefined ? demoServices() : await readServices(file);
  const texts = new Set<string>();
  const isNew = (text: string) => texts.size < texts.add(text).size;
  return services.map(({ registration, status = 'unverified', trustScore = 0 }) => ({
    repeatsDescription: !isNew(`${endpointHost(registration.endpoint)} ${registration.description}`),
    service: {
      ...newService(registration),
      // The evaluation measures which services answer a query, not which are unreachable. Intents would leave those
      // out.
      status: status === 'inactive' ? 'unverified' : status,
      trustScore: madeTrust ? trustByChance(registration.name) : trustScore,
    },
    revision: 1,
    ...labels(registration.category),
  }));
}

async function readServices(file: string): Promise<DemoService[]> {
  const lines = await readNdjson(file, CatalogLine);
  return lines.map((line, i) => ({ registration: toRegistration(file, line, i) }));
}

function toRegistration(file: string, line: (typeof CatalogLine)['static'], i: number): Registration {
  const read = readRegistration({
    name: line.name.slice(0, 255),
    description: line.description.slice(0, 2000),
    endpoint: line.endpoint ?? `https://catalog.example/${encodeURIComponent(line.name)}`,
    category: line.category ?? 'software',
    pricing: line.pricing ?? { currency: 'USDC', pricePerRequest: (0.001 * (1 + (i % 50))).toFixed(3) },
    x402Config: line.x402Config ?? {
      paymentAddress: `0x${(i + 1).toString(16).padStart(40, '0')}`,
      network: 'base',
    },
    ...(line.provider === undefined ? {} : { provider: line.provider }),
  });
  if ('registration' in read) return read.registration;
  throw new UsageError(`${file}: entry ${i + 1} (${line.name}): ${faultSentences(read).join(' ')}`);
}
