import { UsageError } from '@shirube/cli/command-line';
import type { Service } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { demoIntents } from './demo/demoIntents.js';
import { readNdjson } from './readNdjson.js';

const QueryLine = Type.Object({
  lang: Type.Optional(Type.String()),
  q: Type.String({ minLength: 1 }),
  kind: Type.Optional(Type.String()),
  relevant: Type.Array(Type.String()),
  grades: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 3 }))),
});

/** A query, and the names of the services that answer it. None if the catalog has no answer. */
export interface Query {
  lang: string;
  q: string;
  /** What makes it hard, for separate figures: a constraint, a negation, no answer. Otherwise "subject". */
  kind: string;
  relevant: string[];
  /** How well endpoints answer it, if known: 2 for what was asked for, 1 for what is of some use. */
  grades?: Record<string, number> | undefined;
}

const kindOf = (relevant: readonly string[]): string => (relevant.length === 0 ? 'none' : 'subject');

/** Returns the queries of an NDJSON file, or of the demo. A line without a language is Japanese. */
export async function readQueries(file: string | undefined): Promise<Query[]> {
  const lines = file === undefined ? demoIntents() : await readNdjson(file, QueryLine);
  if (lines.length === 0) throw new UsageError(`${file} has no queries`);
  return lines.map((line) => ({ lang: 'ja', kind: kindOf(line.relevant), ...line }));
}

/** Returns how well a service answers the query, or 0 if it does not. */
export function gradeOf({ relevant, grades }: Query, { name, endpoint }: Pick<Service, 'name' | 'endpoint'>): number {
  return grades ? (grades[endpoint] ?? 0) : relevant.includes(name) ? 1 : 0;
}

/** Returns the grades of a perfect answer, best first. */
export function bestGrades({ relevant, grades }: Query): number[] {
  return (grades ? Object.values(grades) : relevant.map(() => 1)).sort((a, b) => b - a);
}
