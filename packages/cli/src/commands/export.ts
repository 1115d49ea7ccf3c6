import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type ExportFormat, exportCatalog } from '@shirube/exchange';
import { defineCommand } from '../defineCommand.js';
import { type Catalog, withCatalog } from '../stack/openCatalog.js';
import { count } from '../terminal/format.js';

/** Writes the export to a file, which gets its name only when it is complete. A failed export leaves nothing behind. */
async function exportToFile({ database, settings }: Catalog, file: string, format: ExportFormat): Promise<number> {
  const draft = `${file}.${process.pid}.partial`;
  const output = (await open(draft, 'wx')).createWriteStream();
  try {
    await pipeline(await exportCatalog(database, settings.EXPORT_SOURCE, format), output);
    await rename(draft, file);
    return output.bytesWritten;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export const exportTo = defineCommand({
  path: 'export',
  summary: 'write the whole catalog as JSON',
  notes: `The document is that of GET /api/export, for scanners, or with --full that of GET /api/export?format=ndjson: every
service with any status, from one snapshot, in id order.`,
  examples: [
    'shirube export catalog.json',
    'shirube export | gzip > catalog.json.gz',
    'shirube export --full catalog.ndjson',
  ],
  form: (command) =>
    command
      .argument('[FILE]', 'where to write; standard output when left out')
      .option('--full', 'every field of each service, as NDJSON, to import elsewhere'),
  run: (file, { full }) =>
    withCatalog({}, async (catalog) => {
      const format = full ? 'ndjson' : 'json';
      if (file === undefined) {
        const document = await exportCatalog(catalog.database, catalog.settings.EXPORT_SOURCE, format);
        await pipeline(document, process.stdout, { end: false });
        return undefined;
      }
      const bytes = await exportToFile(catalog, file, format);
      return { data: { file, bytes }, text: `Wrote the catalog to ${file} (${count(bytes)} bytes).` };
    }),
});
