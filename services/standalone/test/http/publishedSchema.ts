import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** What is wrong with a value by a JSON Schema in a file; undefined when nothing is. */
export function createSchemaCheck(file: string): (value: unknown) => string | undefined {
  // Of several drafts: what the schemas of others use means the same in each.
  const { $schema: _, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: (text: string) => URL.canParse(text) } });
  const fits = ajv.compile(schema);
  return (value) => (fits(value) ? undefined : ajv.errorsText(fits.errors));
}
