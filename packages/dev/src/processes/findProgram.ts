import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

// Programs for administrators are often not on the PATH of other users.
const directories = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Returns the path of a program, the first on PATH; undefined if it is not installed. */
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

/** Returns the path of a program; rejects if it is not installed. */
export async function requireProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (!path) throw new Error(`${name} is not on PATH: install it first.`);
  return path;
}
