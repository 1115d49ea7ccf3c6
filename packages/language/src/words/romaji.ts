const syllables: Record<string, string> = {};
const rows: [string, string][] = [
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
for (const [consonant, kana] of rows) {
  for (const [i, vowel] of [...'aiueo'].entries()) syllables[consonant + vowel] = kana[i] ?? '';
  const second = kana[1] ?? '';
  if (consonant !== '') {
    for (const [vowel, small] of [
      ['a', 'ゃ'],
      ['u', 'ゅ'],
      ['o', 'ょ'],
    ] as const) {
      syllables[`${consonant}y${vowel}`] = second + small;
    }
  }
}
Object.assign(syllables, {
  ya: 'や',
  yu: 'ゆ',
  yo: 'よ',
  wa: 'わ',
  wo: 'を',
  shi: 'し',
  chi: 'ち',
  tsu: 'つ',
  fu: 'ふ',
  ji: 'じ',
});
for (const [lead, kana] of [
  ['sh', 'し'],
  ['ch', 'ち'],
  ['j', 'じ'],
] as const) {
  Object.assign(syllables, {
    [`${lead}a`]: `${kana}ゃ`,
    [`${lead}u`]: `${kana}ゅ`,
    [`${lead}o`]: `${kana}ょ`,
  });
}

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
    const length = [3, 2, 1].find((size) => syllables[word.slice(at, at + size)] !== undefined);
    if (length !== undefined) {
      kana += syllables[word.slice(at, at + length)];
      at += length;
    } else if (word[at] === 'n') {
      kana += 'ん';
      at += 1;
    } else return undefined;
  }
  return kana;
}
