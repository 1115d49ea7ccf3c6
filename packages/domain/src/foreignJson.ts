import type { Advice } from './advice.js';

/**
 * What a document of somebody else may cost, in memory and time: the only limits for what an origin declares, for
 * challenges and proofs, and for what is mirrored. `derived` is the maximum number of characters that are copied from
 * one document, which may refer to one part of itself from everywhere, and `described` that for one of its resources.
 */
export const documentLimits = {
  bytes: 4 * 1024 * 1024,
  values: 500_000,
  levels: 64,
  derived: 4 * 1024 * 1024,
  described: 64 * 1024,
};

/** The limits for a challenge. A client reads it however deep its description is, which is then left out. */
export const challengeLimits = { ...documentLimits, levels: 5_000 };

/** The limits for a page of a mirrored catalog, which has hundreds of services. */
export const pageLimits = { ...documentLimits, bytes: 32 * 1024 * 1024, values: 2_000_000 };

/** Why a document, or a part of it, is not read, and how to fix it: the text after its name. */
export class DocumentFault extends Error implements Advice {
  override name = 'DocumentFault';

  constructor(
    message: string,
    readonly messageJa: string,
  ) {
    super(message);
  }
}

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [openArray, closeArray, openObject, closeObject] = ['[', ']', '{', '}'].map((bracket) => bracket.charCodeAt(0));

/** Requires that a text has few enough values and levels to be parsed. It is not parsed for that. */
function requireModest(text: string, { values, levels }: Pick<typeof documentLimits, 'values' | 'levels'>): void {
  let found = 1;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== quote; at += 1)
        if (text.charCodeAt(at) === backslash) at += 1;
    } else if (code === openArray || code === openObject) {
      level += 1;
      found += 1;
    } else if (code === closeArray || code === closeObject) level -= 1;
    else if (code === comma) found += 1;
    if (level > levels)
      throw new DocumentFault(
        `has more than ${levels} levels: make it flatter`,
        `階層が${levels}段を超えています。浅くしてください。`,
      );
    if (found > values)
      throw new DocumentFault(
        `has more than ${values} values: make it smaller`,
        `値が${values}個を超えています。小さくしてください。`,
      );
  }
}

/** Parses JSON that somebody else has written; throws a DocumentFault if it is none, or too much. */
export function parseForeignJson(text: string, limits: typeof documentLimits = documentLimits): unknown {
  requireModest(text, limits);
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentFault('is not JSON: serve JSON', 'JSONではありません。JSONを返してください。');
  }
}

/** Counts what is copied from a document. */
export interface Allowance {
  /** Throws a DocumentFault when too much has been copied for a resource, or for all of them together. */
  spend(characters: number): void;
}

/** Returns the allowances of the resources of one document, one after the other. */
export function documentAllowances(): () => Allowance {
  let total = 0;
  return () => {
    let own = 0;
    return {
      spend(characters) {
        own += characters;
        total += characters;
        const { described, derived } = documentLimits;
        if (own > described)
          throw new DocumentFault(
            `has more than ${described} characters with the schemas that it refers to: make it smaller`,
            `参照するスキーマを含めて${described}文字を超えています。小さくしてください。`,
          );
        if (total > derived)
          throw new DocumentFault(
            `is left out, because the resources before it have ${derived} characters with the schemas that they refer to: make those smaller`,
            `ほかのリソースが参照するスキーマを含めて${derived}文字あるため、読み取れません。スキーマを小さくしてください。`,
          );
      },
    };
  };
}
