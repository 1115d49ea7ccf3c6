import { readFile } from 'node:fs/promises';
import { UsageError } from '@shirube/cli/command-line';
import type { Static, TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

/** Returns the lines of a file, each of the given form. Rejects with the first line that is malformed. */
export async function readNdjson<T extends TSchema>(file: string, schema: T): Promise<Static<T>[]> {
  const form = TypeCompiler.Compile(schema);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const value = parse(line);
    if (form.Check(value)) return [value];
    const fault = form.Errors(value).First();
    throw new UsageError(`${file}:${i + 1}: ${fault?.path ?? ''} ${fault?.message ?? 'not JSON'}`);
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
