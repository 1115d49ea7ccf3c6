import { remembering } from '../data/remembering.js';

/** One morpheme of a Japanese text: as written, in dictionary form, with its part of speech (IPADIC's names). */
export interface Morpheme {
  surface: string;
  base: string;
  kind: string;
  detail: string;
}

// A run of Japanese between punctuation or Latin letters and its morphemes take about a kilobyte.
const RUNS = 1_500;

export type Segmenter = (text: string) => Morpheme[];

interface LinderaToken {
  surface: string;
  baseForm?: string;
  partOfSpeech: string;
  partOfSpeechSubcategory1?: string;
}

/** Loads the morphological dictionary; kept out of the module's top so that importing the package stays cheap. */
export async function loadSegmenter(): Promise<Segmenter> {
  const { default: lindera } = await import('lindera-wasm-nodejs-ipadic');
  const builder = new lindera.TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  const tokenizer = builder.build();
  return remembering(RUNS, (text) => {
    const tokens: LinderaToken[] = tokenizer.tokenize(text);
    return tokens.map((token) => ({
      surface: token.surface,
      base: token.baseForm && token.baseForm !== '*' ? token.baseForm : token.surface,
      kind: token.partOfSpeech,
      detail: token.partOfSpeechSubcategory1 ?? '*',
    }));
  });
}
