import { createRandom } from './random.js';

const numerals = [...'一二三四五六七八九十百千万〇'];
/** Building blocks of expensive queries. Each is expensive for a different part of query parsing. */
const materials: readonly (readonly string[])[] = [
  numerals,
  [...'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん'],
  [...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンーッャュョ'],
  Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + 20 * i)),
  [..."abcdefghijklmnopqrstuvwxyzABC-'"],
  'の は が を に で と 以外 なし 不要 ではない 抜き を除く より安い 以下 未満 上'.split(' '),
  'weather the of on has been actually already someone checked recently down five stars rated very fast'.split(' '),
  'quixotic zymurgy syzygy borborygmus floccinaucinihilipilification xylophone kakistocracy'.split(' '),
  'インスタグラムフォロワー スーパーコンピューター ライティングアプリケーション ダイヤモンドダスト'.split(' '),
  // These have the most dictionary entries.
  '二段階認証 ワンタイムパスワード 画像認識 物体検出 読み上げる 電話をかける 自然言語処理 為替レート 重役 回る'.split(
    ' ',
  ),
  '天気 検証済み 無料 最安 一番 感染者数 郵便番号 登録 新着 信頼 リクエスト あたり 稼働率 評価 星'.split(' '),
  [...'.,;:!?()[]{}"\'`~@#$%^&*-_=+|\\/<>、。・「」『』（）！？…—–'],
  [...'"\'「」『』()(（“”'],
  '1 2 0.05 1,000 $ cents dollars ドル 円 k per calls ms % half a quarter of 分の USDC ¥ € 0,05 - to 1/2'.split(' '),
  'base Polygon Solana ソラナ ベース eip155:8453 solana:abc near story testnet チェーン network on , or か'.split(' '),
  'not no without except excluding other than 以外 なし ない を除く は不要 non- crypto 暗号資産 , nor'.split(' '),
  'https:// example.com / ?q= & a=b %20 www. .co.jp :8080 #'.split(' '),
  ['😀', '🎉', '👨‍👩‍👧‍👦', '🇯🇵', '❤️', '1️⃣'],
  ['a\u0301', 'e\u0300\u0301\u0302', 'か\u3099', 'ハ\u309a', '\u0301', '\u200d', 'ﾊﾞ'],
  // Single characters that expand to several.
  [...'㍿㌫㌔ﷺ½㎏㈱①ﬁ㌖㍉'],
  [' ', '\u3000', '\t', '\n'],
  '안녕 привет שלום سلام ไทย नमस्ते 今天'.split(' '),
];

const longest = 500;
const cut = (text: string): string => Array.from(text).slice(0, longest).join('');

/** Queries of the maximum length from two materials each: a few words repeated, or many different ones. */
export function longQueries(seed: number, count: number): string[] {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const generated = Array.from({ length: count }, () => {
    const [first, second] = [pick(materials), pick(materials)];
    const between = pick(['', '', '', ' ', ' ', ', ', '、']);
    const words = Array.from({ length: pick([1, 3, 8, 40, longest]) }, () => pick(random(3) === 0 ? second : first));
    return cut(`${words.join(between)}${between}`.repeat(longest));
  });
  return [
    ...['一二三四五', 'ﷺ', '㌖', 'solana:a ', `a${' '.repeat(longest - 2)}b`].map((part) => cut(part.repeat(longest))),
    ...generated,
  ];
}
