/** The English for words of other languages in Latin letters, written without accents. */
export type ForeignWords = ReadonlyMap<string, readonly string[]>;

/** Reads the list of foreign words that occur in descriptions. */
export function readForeignWords(tsv: string): ForeignWords {
  const found = new Map<string, readonly string[]>();
  for (const line of tsv.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [forms = '', english = ''] = line.split('\t');
    for (const form of forms.split(' ')) found.set(form, english.split(' '));
  }
  return found;
}
