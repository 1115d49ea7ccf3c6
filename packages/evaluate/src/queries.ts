import { UsageError } from '@shirube/command-line';
import { demoIntents } from '@shirube/demo';
import { Type } from '@sinclair/typebox';
import { readNdjson } from './readNdjson.js';

const QueryLine = Type.Object({
  lang: Type.Optional(Type.String()),
  q: Type.String({ minLength: 1 }),
  kind: Type.Optional(Type.String()),
  relevant: Type.Array(Type.String()),
  grades: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 3 }))),
});

/** What is asked, and the names of the services that answer it; none where the catalog has no answer. */
export interface Query {
  lang: string;
  q: string;
  /** What makes it hard, for figures of its own: a constraint, a negation, no answer; else "subject". */
  kind: string;
  relevant: string[];
  /** How well endpoints answer it, where that is known: 2 for what was asked for, 1 for what is of some use. */
  grades?: Record<string, number> | undefined;
}

const kindOf = (relevant: readonly string[]): string => (relevant.length === 0 ? 'none' : 'subject');

/** The queries of an NDJSON file, or those of the demo; a line that names no language is Japanese. */
export async function readQueries(file: string | undefined): Promise<Query[]> {
  const lines = file === undefined ? demoIntents() : await readNdjson(file, QueryLine);
  if (lines.length === 0) throw new UsageError(`${file} holds no queries`);
  return lines.map((line) => ({ lang: 'ja', kind: kindOf(line.relevant), ...line }));
}

/** How well a service answers the query; 0 for one that does not. */
export function gradeOf({ relevant, grades }: Query, { name, endpoint }: GradedService): number {
  return grades ? (grades[endpoint] ?? 0) : relevant.includes(name) ? 1 : 0;
}
export interface GradedService {
  name: string;
  endpoint: string;
}

/** The grades of a perfect answer, best first. */
export function bestGrades({ relevant, grades }: Query): number[] {
  return (grades ? Object.values(grades) : relevant.map(() => 1)).sort((a, b) => b - a);
}
