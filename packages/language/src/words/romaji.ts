const vowels = [...'aiueo'];
const rows: [consonant: string, kana: string][] = [
  ['', 'あいうえお'],
  ['k', 'かきくけこ'],
  ['s', 'さしすせそ'],
  ['t', 'たちつてと'],
  ['n', 'なにぬねの'],
  ['h', 'はひふへほ'],
  ['m', 'まみむめも'],
  ['r', 'らりるれろ'],
  ['g', 'がぎぐげご'],
  ['z', 'ざじずぜぞ'],
  ['d', 'だぢづでど'],
  ['b', 'ばびぶべぼ'],
  ['p', 'ぱぴぷぺぽ'],
];
const small = Object.entries({ a: 'ゃ', u: 'ゅ', o: 'ょ' });
/** What a small kana follows. */
const leads = Object.entries({ sh: 'し', ch: 'ち', j: 'じ' });
for (const [consonant, kana] of rows.slice(1)) leads.push([`${consonant}y`, kana[1] ?? '']);

const syllables = new Map([
  ...rows.flatMap(([consonant, kana]) =>
    vowels.map((vowel, i): [string, string] => [consonant + vowel, kana[i] ?? '']),
  ),
  ...leads.flatMap(([lead, kana]) => small.map(([vowel, after]): [string, string] => [lead + vowel, kana + after])),
  ...Object.entries({ ya: 'や', yu: 'ゆ', yo: 'よ', wa: 'わ', wo: 'を' }),
  ...Object.entries({ shi: 'し', chi: 'ち', tsu: 'つ', fu: 'ふ', ji: 'じ' }),
]);

/** Returns the hiragana that a word in Latin letters spells (tenki: てんき), or undefined if it spells none. */
export function hiraganaOf(word: string): string | undefined {
  if (!/^[a-z]{4,24}$/.test(word)) return undefined;
  let kana = '';
  let at = 0;
  while (at < word.length) {
    const doubled = word[at] === word[at + 1] && !/[aiueon]/.test(word[at] ?? '');
    if (doubled || word.startsWith('tch', at)) {
      kana += 'っ';
      at += 1;
      continue;
    }
    const syllable = [3, 2, 1].map((length) => word.slice(at, at + length)).find((latin) => syllables.has(latin));
    if (syllable !== undefined) {
      kana += syllables.get(syllable);
      at += syllable.length;
    } else if (word[at] === 'n') {
      kana += 'ん';
      at += 1;
    } else return undefined;
  }
  return kana;
}
