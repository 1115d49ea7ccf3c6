import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const shipped = new URL('../../data/', import.meta.url);

export type DataFiles = ReadonlyMap<string, Buffer>;

/**
 * Every file of the language data, each checked against the manifest beside them: a damaged or half-copied file is
 * refused with a sentence instead of giving strange search results.
 */
export async function readDataFiles(folder: URL = shipped): Promise<DataFiles> {
  const manifest: Record<string, string> = JSON.parse(
    await readFile(new URL('manifest.json', folder), 'utf8'),
  );
  const files = await Promise.all(
    Object.entries(manifest).map(async ([name, sha256]): Promise<[string, Buffer]> => {
      const content = await readFile(new URL(name, folder));
      const found = createHash('sha256').update(content).digest('hex');
      if (found !== sha256) {
        throw new Error(
          `The language data file ${name} is damaged: its SHA-256 is ${found}, the manifest says ${sha256}. Restore it from the repository or run the pipeline again.`,
        );
      }
      return [name, content];
    }),
  );
  return new Map(files);
}

/** One file of the data by name. */
export function dataFile(files: DataFiles, name: string): Buffer {
  const file = files.get(name);
  if (!file) throw new Error(`The language data has no file ${name}: its manifest does not list it.`);
  return file;
}

/** A short name for exactly these files. */
export function dataVersion(files: DataFiles): string {
  const all = createHash('sha256');
  for (const name of [...files.keys()].sort()) all.update(dataFile(files, name));
  return all.digest('base64url').slice(0, 12);
}
