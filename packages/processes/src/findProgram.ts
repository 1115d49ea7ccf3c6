import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

// Administrators' programs are often not on the PATH of others.
const directories = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is, the first on PATH if there are several; undefined when it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const directory of directories()) {
    const path = join(directory, name);
    const isThere = access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (await isThere) return path;
  }
  return undefined;
}

/** Where a program is; rejects with a sentence when it is not installed. */
export async function requireProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (!path) throw new Error(`${name} is not on PATH: install it first.`);
  return path;
}
