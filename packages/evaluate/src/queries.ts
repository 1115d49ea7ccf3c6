import { demoIntents } from '@shirube/demo';
import { Type } from '@sinclair/typebox';
import { readNdjson } from './readNdjson.js';
import { UsageError } from './usageError.js';

const QueryLine = Type.Object({
  lang: Type.Optional(Type.String()),
  q: Type.String({ minLength: 1 }),
  relevant: Type.Array(Type.String(), { minItems: 1 }),
});

/** What is asked, and the names of the services that answer it. */
export interface Query {
  lang: string;
  q: string;
  relevant: string[];
}

/** The queries of an NDJSON file, or those of the demo; a line that names no language is Japanese. */
export async function readQueries(file: string | undefined): Promise<Query[]> {
  if (file === undefined) return demoIntents();
  const lines = await readNdjson(file, QueryLine);
  if (lines.length === 0) throw new UsageError(`${file} holds no queries`);
  return lines.map(({ lang = 'ja', q, relevant }) => ({ lang, q, relevant }));
}
