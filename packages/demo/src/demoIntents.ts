import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readLines } from './readLines.js';

const DemoIntent = Type.Object(
  {
    lang: Type.Union([Type.Literal('ja'), Type.Literal('en')]),
    q: Type.String({ minLength: 1 }),
    relevant: Type.Array(Type.String(), { minItems: 1 }),
  },
  { additionalProperties: false },
);

/** What somebody might ask for, with the names of all demo services that they would accept as an answer. */
export type DemoIntent = Static<typeof DemoIntent>;

/** Every judged intent over the demo catalog. */
export function demoIntents(): DemoIntent[] {
  return readLines('intents.ndjson').map((line) => Value.Decode(DemoIntent, line));
}
