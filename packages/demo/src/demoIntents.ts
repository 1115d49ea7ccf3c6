import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readLines } from './readLines.js';

const DemoIntent = Type.Object(
  {
    lang: Type.Union([Type.Literal('ja'), Type.Literal('en')]),
    q: Type.String({ minLength: 1 }),
    kind: Type.Optional(Type.Union([Type.Literal('constraint'), Type.Literal('negation'), Type.Literal('none')])),
    relevant: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);

/**
 * What somebody might ask for, with the names of all demo services that they would accept as an answer. Of a kind of its
 * own is what states a constraint, what refuses something, and what the catalog has no answer to.
 */
export type DemoIntent = Static<typeof DemoIntent>;

/** Every judged intent over the demo catalog. */
export function demoIntents(): DemoIntent[] {
  return readLines('intents.ndjson').map((line) => Value.Decode(DemoIntent, line));
}
