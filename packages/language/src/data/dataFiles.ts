import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const shipped = new URL('../../data/', import.meta.url);

/**
 * Reads all files of the language data and checks each against the manifest beside them: a damaged or partial file is
 * rejected with an error instead of causing strange search results.
 */
export async function readDataFiles(folder: URL = shipped) {
  const manifest: Record<string, string> = JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8'));
  const content = new Map<string, Buffer>();
  await Promise.all(
    Object.entries(manifest).map(async ([name, sha256]) => {
      const file = await readFile(new URL(name, folder));
      const found = createHash('sha256').update(file).digest('hex');
      if (found !== sha256) {
        throw new Error(
          `The language data file ${name} is damaged: its SHA-256 is ${found}, the manifest says ${sha256}. Restore it from the repository or run the pipeline again.`,
        );
      }
      content.set(name, file);
    }),
  );
  const ofTexts = Object.entries(manifest).filter(([name]) => !name.startsWith('queries/'));
  const version = createHash('sha256').update(JSON.stringify(ofTexts)).digest('base64url').slice(0, 12);
  return {
    /** Identifies the files that texts are processed with. Those in `queries` affect only queries and do not count. */
    version,
    /** Returns one file of the data by name. */
    file(name: string): Buffer {
      const file = content.get(name);
      if (!file) throw new Error(`The language data has no file ${name}: its manifest does not list it.`);
      return file;
    },
  };
}
