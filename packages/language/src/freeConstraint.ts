import type { Stated } from './constraints.js';

// What comes free by itself, whatever the API costs: "free stock photos", 無料の素材, "free text".
const things =
  'text|form|fall|will|speech|energy|agents?|trade|range|kick|space|slots?|time|memory|rooms?|tables?|software|shipping|delivery|parking|wifi|wi-fi|photos?|photographs?|pictures?|images?|stock|icons?|fonts?|music|songs?|videos?|movies?|books?|e-?books?|games?|courses?|wallpapers?|illustrations?|vectors?|clip ?art|assets?|templates?|samples?|articles?|papers?';
const thingsJa =
  '写真|画像|素材|イラスト|フォント|アイコン|音楽|楽曲|曲|動画|映像|本|書籍|電子書籍|ゲーム|講座|コース|壁紙|テンプレート|ソフト|駐車場|wi-?fi|配送|送料';
const head = '(?:apis?|services?|endpoints?)';
const headJa = '(?:api|サービス|エンドポイント)';

const stated: RegExp[] = [
  /\b(?:(?:for|completely|totally|entirely) )?free (?:of charge|to use|tier|plan)\b/iu,
  /\b(?:for free|at no cost|free of cost|no charge|without paying|costs? nothing)\b/iu,
  new RegExp(
    String.raw`(?<![\w-])free(?= (?:(?!${things}\b)[\w-]+ )(?:[\w-]+ ){0,3}?${head}\b| ${head}\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`(?<![\w-])(?<!(?:gluten|sugar|ad|ads|royalty|tax|duty|toll|hands|lactose|dairy|nut|allergen|interest|error|risk|fat|alcohol|carbon|not|isn't) )free(?!-)(?! (?:[\w-]+ ){0,2}?(?:${things})\b)\b`,
    'iu',
  ),
  /(?:完全)?無料(?:枠|プラン)(?:の|が?ある|で)?/u,
  new RegExp(
    `(?:完全)?無料(?:で(?:使える|利用できる|使用できる|利用可能な|使用可能な|提供される)|の|な)?(?=[^をがにへ、。]{0,24}${headJa})`,
    'iu',
  ),
  new RegExp(
    `(?:完全)?無料(?:で(?:使える|利用できる|使用できる|利用可能な|使用可能な|提供される)|で|の|な)?(?![^をがにへ、。]{0,12}(?:${thingsJa}))`,
    'iu',
  ),
  /(?:タダ|ただ)で(?=使|利用|でき)/u,
];

const denied =
  /\b(?:not|isn't|non)[ -](?:necessarily )?free\b|無料(?:で(?:は|も)?|じゃ|とは)な[いくら]|無料(?:でも有料でも|か有料か)|有料でも/iu;

/** Whether the query asks for what costs nothing; "free text" and 無料の写真 speak of something else. */
export function findFree(text: string): Stated<true> | undefined {
  if (denied.test(text)) return undefined;
  for (const pattern of stated) {
    const match = pattern.exec(text);
    if (match) return { value: true, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
