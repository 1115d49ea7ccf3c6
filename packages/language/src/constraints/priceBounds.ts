import type { Amount } from './amounts.js';
import { type Exact, exact, plain } from './decimals.js';
import { numeral, readNumeral } from './numerals.js';
import type { Stated } from './stated.js';

type Side = 'max' | 'min' | 'both';
/** What a word of more or less makes of an amount. */
interface Bound {
  side: Side;
  exclusive: boolean;
  isVague?: true;
}

const calls = String.raw`(?:api\s+)?(?:requests?|calls?|quer(?:y|ies)|hits?|lookups?|invocations?|uses?|reqs?)\b`;
const callsJa = '(?:回|リクエスト|コール|件|クエリ|呼び出し)';
const count = `(?<count>${numeral})`;
const countJa = `(?<countJa>${numeral})`;
/** "a dollar per thousand": of requests, where nothing else is named. */
const unnamed = String.raw`(?<=(?:hundred|thousand|million|00|\dk)\s*)(?=\s*(?:$|[,.;:!?)]|(?:at|or|and|max(?:imum)?|tops|on|in|with)\b))`;
/** Behind an amount: for a request, or for so many. */
const each = new RegExp(
  String.raw`^\s*(?:(?:to\s+(?:spend|pay)\s+)?(?:per|(?:on|for)\s+(?:each|every|an?|one|any)|for|an?|each|every|\/|/)\s*(?:single\s+)?(?:${count}\s*)?(?:${calls}|${unnamed})|each\b|apiece\b|a pop\b|\/\s*${callsJa}|で(?:${countJa})?${callsJa}(?:以上)?(?:使える|呼べる|叩ける|利用できる)?)`,
  'iu',
);
/** Before an amount in Japanese, or in "100 calls for a dollar". */
const eachBefore = new RegExp(
  String.raw`(?:(?:at least\s+)?${count}\s*(?:[a-z-]+\s+){0,2}?${calls}\s+(?:(?:should|must|may|can|will|would|do|does|has|have|that|which|to)\b\s*){0,3}(?:for|cost(?:ing|s)?|at|per|=|to|(?<=(?:should|must|may|can|will|would|do|does)\s?))|(?:${countJa}\s*${callsJa}|リクエスト|コール|毎回)(?:を)?(?:あたり|当たり|当り|につき|ごとに?|毎に?|で|の|(?:使|叩)(?:って|いて)(?:も)?|呼(?:んで|び出して)(?:も)?|利用して(?:も)?|投げて(?:も)?)?(?:の?(?:料金|価格|値段|単価|コスト)(?:が|は|で)?)?、?)\s*$`,
  'iu',
);

/** "each request stays within", "cost per call:", "per request, at most". */
const callBefore = new RegExp(
  String.raw`\b(?:(?:each|every|per|an?|one|single)[ -]${calls}|(?:request|call|query)(?=[ -](?:fees?|prices?|costs?|charges?)\b)|(?:calls|requests|queries|lookups)(?=\s+(?:that\s+)?(?:cost|are|stay|priced|under|below|at|for)))(?:[\s,:=-]+(?:that|price[ds]?|pricing|costs?|costing|fees?|budget|limit|cap|max(?:imum)?|is|are|be|stays?|remains?|runs?|comes?|should|must|may|can|will|has|needs?|to|not|of|at|in|for|out|me|us|i|pay)){0,5}[\s,:=-]*$`,
  'iu',
);

const negated = String.raw`(?:\b(?:not?|never|nothing|without|cannot|hardly)\b|n't\b)[^,.;]{0,28}`;
const before: [RegExp, Bound][] = [
  [
    new RegExp(
      String.raw`${negated}\b(?:more than|over|above|higher than|greater than|exceed(?:ing|s)?|beyond)\s*$`,
      'iu',
    ),
    { side: 'max', exclusive: false },
  ],
  [
    new RegExp(String.raw`${negated}\b(?:less than|under|below|lower than|cheaper than)\s*$`, 'iu'),
    { side: 'min', exclusive: false },
  ],
  [
    /(?:\b(?:at most|up to|at or below|within|maximum(?: price)?(?: of| is)?|max\.?(?: price)?(?: of| is)?|cap(?:ped)?(?: of| at| is)?|limit(?:ed)?(?: of| is| to)?|ceiling(?: of| is)?|budget(?: of| is)?|as much as)\s*[:=]?|<=|=<|≤|≦)\s*(?:about\s+|around\s+)?$/iu,
    { side: 'max', exclusive: false },
  ],
  [
    /(?:\b(?:under|below|beneath|(?:less|fewer|cheaper|lower|smaller) than)|<)\s*(?:about\s+)?$|\bsub-?$/iu,
    { side: 'max', exclusive: true },
  ],
  [
    /(?:\b(?:at least|from|starting (?:at|from)|minimum(?: price)?(?: of| is)?|min\.?(?: of)?|upwards of|north of)\s*[:=]?|>=|=>|≥|≧)\s*$/iu,
    { side: 'min', exclusive: false },
  ],
  [
    /(?:\b(?:over|above|(?:more|more expensive|pricier|costlier|greater|higher) than|exceeding|beyond)|>)\s*$/iu,
    { side: 'min', exclusive: true },
  ],
  [/\b(?:exactly|precisely)\s*$|ちょうど\s*$/iu, { side: 'both', exclusive: false }],
  [
    /(?:(?:最大|最高|上限|限度|max|マックス)(?:額)?(?:で(?:も)?|は|が|を)?|(?:払え|出せ)るのは|高くても|多くても|せいぜい|予算(?:は|が|を)?)[、:]?\s*$/iu,
    { side: 'max', exclusive: false },
  ],
  [
    /(?:最低(?:でも)?|最小(?:で)?|少なくとも|下限(?:は|が)?|安くても)\s*$/u,
    { side: 'min', exclusive: false },
  ],
  [
    /(?:\b(?:around|about|roughly|approximately|some|circa|nearly|almost)|約|およそ|おおよそ|だいたい|大体|ほぼ)\s*$/iu,
    { side: 'max', exclusive: false, isVague: true },
  ],
];
// "above 1 cent and below 3": that is said of the next.
const notAmount = String.raw`(?!\s*(?:[$€¥£<≤]|(?:${numeral})))`;
const behind: [RegExp, Bound][] = [
  [
    /^\s*(?:くらい|ぐらい|程度)?\s*(?:未満|もしない|も?かからない|を?下回る|を?切る|に(?:届か|達し|満た)ない|足らず|より(?:も)?(?:安|低|下)[いくかめの]?い?)(?:の|で|な|価格の|料金の)?/u,
    { side: 'max', exclusive: true },
  ],
  [
    /^\s*(?:くらい|ぐらい|程度)?\s*(?:以下|以内|まで|より(?:も)?(?:高|上)くな(?:い|く)|を?(?:超え|越え|上回ら)(?:ない|ず|なければ)|(?:を|が)上限|が限度|(?:で|に)(?:収まる|済む|すむ|足りる|抑え(?:る|たい|られる|て))|を限度|内(?=で|に))(?:の|で|に|な|価格の|料金の|なら)?/u,
    { side: 'max', exclusive: false },
  ],
  [/^\s*(?:以上)(?:の|で|する)?/u, { side: 'min', exclusive: false }],
  [
    /^\s*(?:超(?!え)|を?(?:超え|越え|上回)る?|より(?:も)?(?:高|上)[いくめの]?い?)(?:の|で|ような)?/u,
    { side: 'min', exclusive: true },
  ],
  [
    new RegExp(
      String.raw`^\s*(?:(?:or|and)\s*(?:less|under|below|cheaper|lower|fewer)|max(?:imum)?|(?:at|as)\s+(?:a\s+|the\s+)?(?:most|max(?:imum)?|outside)|tops|cap|limit|ceiling|budget|(?:is|being|as)\s+(?:my|our|the|all)\s+(?:limit|max(?:imum)?|budget|cap|ceiling|most|i|we)(?:\s+(?:i|we)?\s*(?:can|will|want\s+to)\s+(?:pay|spend|afford))?)\b${notAmount}`,
      'iu',
    ),
    { side: 'max', exclusive: false },
  ],
  [
    new RegExp(
      String.raw`^\s*(?:(?:(?:or|and)\s*(?:more|over|above|higher|up|upwards)|upwards?|(?:at\s+(?:a\s+)?)?min(?:imum)?|at\s+least|plus)\b${notAmount}|\+(?=\s|$))|^から(?=の|、|\s*$)`,
      'iu',
    ),
    { side: 'min', exclusive: false },
  ],
  [
    /^\s*(?:くらい|ぐらい|程度|前後|or so\b|-?ish\b)(?:の|で)?/iu,
    { side: 'max', exclusive: false, isVague: true },
  ],
];
/** "doesn't cost a cent", 一円も払わず: that is free. */
const deniedBefore =
  /(?:\b(?:not|never|without)|n't)\s+(?:(?:want|have|having)\s+to\s+)?(?:cost|charge|pay|paying|spend|spending|bill)(?:\s+(?:me|us|you))?\s+$/iu;
const deniedBehind = /^も(?:払|使|かけ|取ら|出)/u;
/** "over 5 cents is too much", 5セント以上は出せない: what is above is refused. */
const tooMuch =
  /^\s*(?:is|are|would be)\s+(?:too\s+(?:much|expensive|pricey|steep)|not\s+(?:ok(?:ay)?|acceptable)|out)\b|^(?:は|だと|なら|と|の(?:もの|は)|もの(?:は)?|もする(?:もの|の)は|なんて){0,2}(?:出せ|払え|出さ|払わ|払いたく|出したく|かけたく|かけられ|使いたく|要ら|いら)(?:な(?:い|く)|(?:あり)?ません)|^(?:は|だと|なら|と|の(?:もの)?は|もの(?:は)?){0,2}(?:無理|困る|困り|避け(?:たい|て)|嫌|不可|NG|ダメ|だめ|対象外|除外|除(?:く|いて))/iu;
/** Words before a bound that belong to it. */
const lead =
  /(?:(?:\b(?:that|which|and|but|should|must|can|will|would|it|to|i|we|it's|i'd)\s+)*\b(?:costs?|costing|priced?|prices?|pricing|paying|pay|spend(?:ing)?|charg(?:es?|ing)|fees?|be|is|of|for|at|between|from|with|a|the|my|our|cost|willing|budget|only|just)\s+)+$|(?:1回|一回)?の?(?:料金|価格|値段|単価|コスト|費用|利用料|予算)(?:が|は|で|を|、)?\s*$/iu;
const plainLead = /(?:\b(?:for|at|costs?|costing|priced at|only|just|pay)\s+)$/iu;
const costSaid =
  /\b(?:price[ds]?|pricing|costs?|costing|fees?|charges?|pay|payable|paying|spend|spending|budget)\b|建て|価格|料金|値段|単価|コスト|費用|予算/iu;
const used = /^(?:で|の)(?=使|利用|呼|叩|でき|試|払|支払|api|サービス)/iu;

/** Whether an amount is said to be for requests, and for how many. */
interface PerCall {
  isSaid: boolean;
  count: Exact;
}

/** An amount, or two with "to" between, as a bound of what is paid for requests. */
export interface PriceBound {
  first: Amount;
  last: Amount;
  start: number;
  end: number;
  bound: Bound;
  isRange: boolean;
  perCall: PerCall;
}

/** What the words around an amount make of it; undefined where they make nothing of it. */
export function boundOf(text: string, first: Stated<Amount>, last: Stated<Amount>): PriceBound | undefined {
  const isRange = first !== last;
  let { start } = first;
  let { end } = last;
  const perCall: PerCall = { isSaid: false, count: exact('1') };
  const readCount = (match: RegExpExecArray | null): string => {
    if (!match) return '';
    perCall.isSaid = true;
    const said = match.groups?.count ?? match.groups?.countJa;
    if (said !== undefined) perCall.count = readNumeral(said);
    return match[0];
  };
  const left = () => text.slice(Math.max(0, start - 60), start);
  const right = () => text.slice(end, end + 60);
  end += readCount(each.exec(right())).length;
  if (!isRange && (deniedBefore.test(left()) || deniedBehind.test(right()))) return undefined;
  if (last.value.value === 0n) return undefined;
  let bound: Bound | undefined = isRange ? { side: 'both', exclusive: false } : undefined;
  const take = (forms: [RegExp, Bound][], side: 'left' | 'right') => {
    for (const [pattern, made] of forms) {
      const match = pattern.exec(side === 'left' ? left() : right());
      if (!match) continue;
      if (bound && side === 'left' && made.isVague) continue;
      if (!isRange) bound = made;
      if (side === 'left') start -= match[0].length;
      else end += match[0].length;
      return;
    }
  };
  start -= readCount(eachBefore.exec(left())).length;
  take(behind, 'right');
  if (!bound || isRange) take(before, 'left');
  const refusal = bound?.side === 'min' ? tooMuch.exec(right()) : null;
  if (bound && refusal) {
    bound = { side: 'max', exclusive: !bound.exclusive };
    end += refusal[0].length;
  }
  if (!perCall.isSaid) start -= readCount(eachBefore.exec(left())).length;
  if (!perCall.isSaid) end += readCount(each.exec(right())).length;
  if (!perCall.isSaid) start -= readCount(callBefore.exec(left())).length;
  const led = lead.exec(left())?.[0] ?? '';
  if (callBefore.test(left().slice(0, left().length - led.length))) perCall.isSaid = true;
  // What is said without a word of more or less is the most that is to be paid, where it is said of requests.
  if (
    !bound &&
    (perCall.isSaid || used.test(right()) || (plainLead.test(led) && Number(plain(last.value.value)) < 1))
  )
    bound = { side: 'max', exclusive: false };
  if (!bound) return undefined;
  if (
    last.value.currency === undefined &&
    !perCall.isSaid &&
    !costSaid.test(led) &&
    !costSaid.test(left().slice(-24))
  )
    return undefined;
  end += /^(?:の|で|な|に)(?=[^\s])/u.exec(right())?.[0].length ?? 0;
  return { first: first.value, last: last.value, start: start - led.length, end, bound, isRange, perCall };
}
