import type { Call } from '@shirube/contracts';
import { members } from '@shirube/domain';

/** More would say little about what a service is for. */
const longest = 600;

/** Returns the names and descriptions in a schema and in those that it contains. */
function* schemaTexts(schema: unknown): Generator<string> {
  const { title, description, properties, items } = members(schema);
  for (const text of [title, description]) if (typeof text === 'string') yield text;
  for (const [name, inner] of Object.entries(members(properties))) {
    yield name;
    yield* schemaTexts(inner);
  }
  if (items !== undefined) yield* schemaTexts(items);
}

/** Returns what is said about the parameters and the answers of a service. Headers only say who calls. */
export function callText({ toolName = '', pathParams, queryParams, body, output }: Partial<Call> = {}): string {
  let text = toolName;
  for (const schema of [pathParams, queryParams, body, output?.schema]) {
    for (const more of schemaTexts(schema)) {
      if (text.length + more.length > longest) return text;
      text += ` ${more}`;
    }
  }
  return text;
}

/** Parts of a path that say nothing about what is at its end: versions, placeholders, identifiers. */
const plainSegment = /^(?:api|x402|v\d+.*|[:{].*|.*[0-9a-f]{8,}.*|)$/i;

/** Returns the words of the path of an endpoint. */
export const pathText = (endpoint: string): string =>
  URL.canParse(endpoint)
    ? new URL(endpoint).pathname
        .split('/')
        .filter((segment) => !plainSegment.test(segment))
        .join(' ')
        .slice(0, longest)
    : '';
