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
 * What somebody might ask for, with the names of all demo services that they would accept as an answer. Intents with a
 * constraint, intents that refuse something, and intents without an answer in the catalog are separate kinds.
 */
export type DemoIntent = Static<typeof DemoIntent>;

/** Returns every judged intent for the demo catalog. */
export function demoIntents(): DemoIntent[] {
  return readLines('intents.ndjson').map((line) => Value.Decode(DemoIntent, line));
}
