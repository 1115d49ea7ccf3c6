import { firstStated, type Stated } from './stated.js';

// What comes free by itself, whatever the API costs: "free stock photos", 無料の素材, "free text".
const goods =
  'photos?|photographs?|pictures?|images?|stock|icons?|fonts?|music|songs?|videos?|movies?|books?|e-?books?|games?|courses?|wallpapers?|illustrations?|vectors?|clip ?art|assets?|templates?|samples?|articles?|papers?';
const things = `${goods}|text|form|fall|will|speech|energy|agents?|trade|range|kick|space|slots?|time|memory|rooms?|tables?|software|shipping|delivery|parking|wifi|wi-fi|coupons?|consultations?|estimates?`;
const thingsJa =
  '写真|画像|素材|イラスト|フォント|アイコン|音楽|楽曲|曲|動画|映像|本|書籍|電子書籍|ゲーム|講座|コース|壁紙|テンプレート|ソフト|駐車場|wi-?fi|配送|送料|論文|記事|教材|講義|レシピ|漫画|マンガ|小説|アプリ|イベント|セミナー|相談|見積もり?|クーポン|弁護士';
const head = '(?:apis?|services?|endpoints?)';
const headJa = '(?:api|サービス|エンドポイント)';

const denial = "(?:(?:does|do|did|will|would|should)(?:n't| not)|won't|never)";
const anything =
  '(?:anything|at all|(?:a|a single|one) (?:cent|penny|dime|thing|buck)|(?:any )?money|(?:any |an? )?(?:fees?|payments?))';
/** "doesn't charge anything", "won't cost me a cent", "without spending a dime", 一銭も払わずに. */
const chargesNothing: RegExp[] = [
  String.raw`\b(?:that )?${denial} (?:charge|cost|bill)(?: (?:me|us|you|users|for))? ${anything}\b`,
  String.raw`\b${denial} (?:require|need|ask for) (?:any |an? )?(?:payments?|money|fees?)\b`,
  String.raw`\b(?:i |we )?(?:${denial}|without|not) (?:want to |having to |have to )?(?:pay(?:ing)?|spend(?:ing)?|be(?:ing)? charged)(?: for)? ${anything}\b`,
  String.raw`\b(?:i |we |you )?(?:needn't|no need to|(?:do not|don't) (?:need|have) to) pay(?: for)?(?: it)?(?=\s*(?:$|[,.;:!?)]))`,
  String.raw`\b(?:charg(?:es?|ing)|costs?|costing|pay(?:ing)?|spend(?:ing)?) (?:me |us |you )?(?:nothing|zero|no money)\b`,
  String.raw`(?:^|[,;(]\s*|\bwith )(?:no|zero) (?:charges?|fees?|payments?)(?: (?:needed|required|necessary|at all))?(?=\s*(?:$|[,.;:!?)]))|\bno payments? (?:needed|required|necessary)\b`,
  '(?:一銭|一円|[10]円|お金|費用|料金|コスト)(?:も|を|は)?(?:一切|全く|まったく)?(?:払わ(?:ない|ず)|払いたくない|使わ(?:ない|ず)|使いたくない|かけ(?:ない|ず|たくない|ずに)|取られない|取らない)(?:に|で)?',
].map((way) => new RegExp(way, 'iu'));

const stated: RegExp[] = [
  ...chargesNothing,
  /\b(?:with |has |have |having |offers? |offering )?(?:an? |some |any )?free[ -](?:tier|plan|trial|quota|credits?|allowance|calls?|requests?|usage|quer(?:y|ies)|samples? calls?)\b/iu,
  /\b(?:try|test|tried|tested|use|used) (?:it |them |out )?(?:out )?(?:for )?free\b|\bfree to (?:try|use|test)\b|\bgratis\b|\bfree of charge\b|\b(?:first|initial) (?:[\w-]+ )?(?:calls?|requests?|quer(?:y|ies)|uses?|tries) (?:(?:is|are|being|for) )?(?:on the house|free)\b|\bfree (?:first|initial) (?:calls?|requests?)\b|\b(?:zero|no)[- ]cost\b|\b(?:try|test|evaluate)(?:ing)? (?:(?:it|them|things|that|out|one) )*(?:[\w-]+ ){0,2}?before (?:i |we |you )?(?:pay(?:ing)?|buy(?:ing)?)\b|\bfreemium\b|\b(?:for|at|costs?|costing|price[ds]?(?: at)?|pay) (?:\$0(?:\.0{1,2})?|(?:0|zero) (?:dollars|cents|yen|usdc))(?![\d.,]*\d)|\bfree calls? included\b|\b(?:don't|do not) want to pay(?: (?:anything|for it))?(?=\s*(?:$|[,.;:]))|\bwithout (?:having to pay|any cost|cost|payment|paying anything)\b|\bcomplimentary (?:calls?|requests?|quota|tier)\b|\b(?:with|has|have|offers?|offering) (?:an? )?(?:free )?trial(?: (?:period|calls?|requests?|plan))?(?=\s*(?:$|[,.;:]))/iu,
  /(?:無料|無償|タダ|ただ)(?:で|でも)(?:お)?(?:試せる|試したい|試す|試用できる|トライできる|始められる)|無料(?:の)?(?:お試し|体験|試用|トライアル|枠|クレジット|プラン|リクエスト|利用枠|分)(?:枠|期間)?(?:の|が|も)?(?:ある|つきの?|付きの?|あり)?(?:の|で)?|(?:お試し|試用|トライアル)(?:利用|使用|版|プラン|期間)?(?:が|の|も)?(?:無料|できる|可能な?|ある|あり|付きの?)(?:の)?/u,
  /(?:最初|初回|はじめ|初め)(?:の|は)?(?:数回|\d+回|[一二三四五六七八九十百]+回|何回か)?(?:だけ|まで)?(?:は|が)?(?:無料|タダ|ただ)(?:の|で)?|(?:[0〇]|ゼロ)(?:円|ドル|セント)(?:で(?:使える|利用できる)?|の)|(?:お金|料金)を?払わず(?:に)?|払わずに|(?:料金|費用|コスト)ゼロ(?:の|で)?|フリー(?:プラン|ミアム|枠)(?:の|が)?(?:ある|あり)?|フリーで(?:使える|利用できる)|試しに(?:使える|使ってみ(?:られ|れ)る)|無課金(?:で(?:使える|利用できる)?|の)?/u,
  /無償(?:で(?:使える|利用できる)|の|で)?|お金(?:の|が|は|も)(?:一切|全く|まったく)?(?:かからない|要らない|いらない)|(?:料金|費用|課金|支払い?|コスト)(?:が|の|は|も)?(?:一切|全く|まったく)?(?:不要|かからない|発生しない|無し|なし)(?:の|で|な)?/u,
  /\b(?:(?:for|completely|totally|entirely) )?free (?:of charge|to use|tier|plan)\b/iu,
  /\b(?:for free|at no cost|free of cost|no charge|without paying(?: (?:first|upfront|up front|for it))?(?! \w)|costs? nothing)\b/iu,
  new RegExp(
    String.raw`(?<![\w-])free(?= (?:(?!(?:${things})\b)[\w-]+ )(?:[\w-]+ ){0,3}?${head}\b| (?:(?:${goods}) (?:[\w-]+ )?)?${head}\b)`,
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
  new RegExp(`タダ(?:で|の)(?![^をがにへ、。]{0,12}(?:人|${thingsJa}))`, 'iu'),
];

const denied =
  /\b(?:is|are|be|am|when) free (?:on|at|tomorrow|today|this|next|tonight|between|after|before|now|for (?:a )?(?:lunch|dinner|meeting|call))\b|\b(?:not|isn't|non|no|nothing)[ -](?:necessarily )?free\b|\bpaid (?:[\w-]+ ){0,2}only\b|有料(?:の(?:もの)?)?(?:のみ|だけ|限定)|無料(?:で(?:は|も)?|じゃ|とは)な[いくら]|無料(?:でも有料でも|か有料か)|有料でも/iu;

/** Whether the query asks for what costs nothing; "free text" and 無料の写真 speak of something else. */
export function findFree(text: string): Stated<true> | undefined {
  if (denied.test(text)) return undefined;
  return firstStated(
    text,
    stated.map((pattern) => [pattern, true] as const),
  );
}
