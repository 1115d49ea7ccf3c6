import { anyName, plainName, separator } from './chainNames.js';

// ソラナ(Solana), Polygon (eip155:137).
const again = String.raw`(?:\s?\(${anyName}\))?`;
const listOf = (name: string) =>
  String.raw`(?<list>(?:either\s+|both\s+)?${name}${again}(?:${separator}(?:on\s+)?${anyName}${again}){0,7})(?:の(?:いずれか|どれか|どちらか|どちらも|両方))?`;
/** Chains that are named together, in the group `list`. */
export const anyList = listOf(anyName);
/** The same, where the first is no ordinary word. */
export const plainList = listOf(plainName);
export const kind = '(?:chains?|networks?|mainnets?|blockchains?|protocol|l2)';
export const kindJa = '(?:チェーン|ネットワーク|メインネット|ブロックチェーン)';
export const pay =
  '(?:pay(?:able|ments?|ing|s)?|paid|settled?|settles|settlement|x402|accept(?:s|ed|ing)?|charges?|billed)';
/** The end of what is said of a chain: nothing of the subject follows its name. */
export const after = String.raw`(?=\s*(?:$|[,.;:!?)、。]|[-–—|](?=\s)|(?:for|with|under|below|that|which|and|but|at|to|using|via|less|cheaper|only|please|not|or|no|up|max|without|except|excluding|between|over|by|so|because|if|when|where|who|i|we|paid|pay|priced|costing|verified|unverified|cheapest|newest|free|sorted|ordered|ranked|most|lowest|least|ideally|preferably|within|tested|vetted|instead|then|payable|accepting|starting|capped|maximum|minimum|each|per|it's|that's|today|now|thanks|asap)\b|[^\x00-\x7f]))`;
