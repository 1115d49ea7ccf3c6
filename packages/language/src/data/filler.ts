import { foldKana } from '../words/normalize.js';

export interface Filler {
  /** Never a token. */
  drop: ReadonlySet<string>;
  /** Dropped if any other word is left. */
  weak: ReadonlySet<string>;
  /** Kept, but says little about what is wanted. */
  generic: ReadonlySet<string>;
}

/** Reads the list of filler words of both languages. */
export function readFiller(tsv: string): Filler {
  const kinds = new Map<string, Set<string>>();
  for (const line of tsv.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [kind = '', words = ''] = line.split('\t');
    kinds.set(kind, new Set(words.split(' ').map(foldKana)));
  }
  const of = (kind: string) => kinds.get(kind) ?? new Set<string>();
  return { drop: new Set([...of('drop-ja'), ...of('drop-en')]), weak: of('weak'), generic: of('generic') };
}
