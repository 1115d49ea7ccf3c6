import { access, constants } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findProgram } from '@shirube/dev/processes';

const environment = fileURLToPath(new URL('../../../.data/python/bin/', import.meta.url));

/** Returns the path of a Python program, in the virtual environment `.data/python` or on PATH; undefined if it is in neither. */
export async function pythonProgram(name: string): Promise<string | undefined> {
  const path = environment + name;
  return access(path, constants.X_OK).then(
    () => path,
    () => findProgram(name),
  );
}
