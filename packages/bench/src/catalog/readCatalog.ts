import { readFile } from 'node:fs/promises';
import { type Registration, readRegistration } from '@shirube/contracts';
import { seededRandom } from '@shirube/evaluate';

/** Reads registrations from a JSON lines file. Fields other than name and description are made up if missing. */
export async function readCatalog(file: string): Promise<Registration[]> {
  const random = seededRandom(402);
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line, i) => {
    const entry: Partial<Registration> = JSON.parse(line);
    const read = readRegistration({
      name: entry.name,
      description: entry.description,
      endpoint: entry.endpoint ?? `https://service-${i}.example.com/v1`,
      category: entry.category ?? `group-${random.whole(40)}`,
      pricing: entry.pricing ?? {
        currency: 'USDC',
        pricePerRequest: (random.whole(500) / 1_000).toFixed(3),
      },
      x402Config: entry.x402Config ?? {
        paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        network: random.pick(['base', 'polygon', 'arbitrum']),
      },
    });
    if ('faults' in read) throw new Error(`${file}, line ${i + 1}: ${JSON.stringify(read.faults)}`);
    return read.registration;
  });
}
