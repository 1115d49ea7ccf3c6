import { caip2Pattern, canonicalChain, networkHint, networks } from '@shirube/domain';
import { FormatRegistry, Type } from '@sinclair/typebox';

FormatRegistry.Set('chain', (value) => canonicalChain(value) !== undefined);

// A JSON Schema pattern has no flag to ignore case.
const inAnyCase = (name: string): string => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Matches what `canonicalChain` accepts. */
export const chainPattern = `^(?:${networks.map(({ name }) => inAnyCase(name)).join('|')}|${caip2Pattern})$`;

function expected(value: unknown): string {
  const form = 'a known chain or a CAIP-2 id such as "eip155:8453"';
  return typeof value === 'string' ? form + networkHint(value) : form;
}

/** A chain in a filter: a known name or a CAIP-2 id. */
export const Chain = Type.String({
  format: 'chain',
  maxLength: 64,
  description: 'Supported chain: a known name (base) or a CAIP-2 id (eip155:8453), in any case.',
  examples: ['base'],
  openApiPattern: chainPattern,
  expected,
});
