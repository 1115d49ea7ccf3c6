import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Programs of others that the stack runs. */
export const programs = ['redis-server', 'meilisearch', 'nginx'] as const;

// Administrators' programs are often not on the PATH of others.
const directories = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is; undefined when it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  const places = directories().map(async (directory) => {
    const path = join(directory, name);
    await access(path, constants.X_OK);
    return path;
  });
  return Promise.any(places).catch(() => undefined);
}

/** Those of the programs that are not installed. */
export async function missingPrograms(): Promise<string[]> {
  const found = await Promise.all(programs.map(findProgram));
  return programs.filter((_, at) => found[at] === undefined);
}

/** Where a program is; rejects with a sentence when it is not installed. */
export async function requireProgram(name: (typeof programs)[number]): Promise<string> {
  const path = await findProgram(name);
  if (!path) throw new Error(`${name} is not on PATH: install it to run the full stack on this machine.`);
  return path;
}
