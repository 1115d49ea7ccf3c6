import { buffer } from 'node:stream/consumers';
import { categoryIdOf, type ExportDocument, noCategory } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';

/** The beginning of an export for scanners. */
const beginning = /^\s*\{\s*"version"\s*:\s*"1\.0"\s*,\s*"source"/;

export const scannerNote = `This is the export for scanners. It has no descriptions, category ids, free quotas or times: names are used as
descriptions, and category ids are made from the labels. Its ids, status and trust are not imported.
For an export with every field, run shirube export --full`;

/** Returns the registration of each service of the export, one per line. */
function linesOf(text: string): string {
  try {
    const { endpoints }: ExportDocument = JSON.parse(text);
    return endpoints
      .map(({ name, endpoint, category, pricing, x402Config }) =>
        JSON.stringify({
          name,
          description: name,
          endpoint,
          category: categoryIdOf(category) ?? noCategory,
          pricing,
          x402Config,
        }),
      )
      .join('\n');
  } catch {
    throw new ExchangeError('This looks like an export for scanners, but it is invalid or incomplete.');
  }
}

/** Passes an import file through. An export for scanners, which is one document, is converted to import lines. */
export async function* withScannerExport(chunks: AsyncIterable<Buffer>, onScanner: () => void): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  async function* whole() {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  if (!beginning.test(first.value.subarray(0, 200).toString())) return yield* whole();
  onScanner();
  yield Buffer.from(linesOf((await buffer(whole())).toString()));
}
