import { endOfClause, head, nearHead, type StatusForm, statusForms } from './statusForm.js';

// What is said of services wherever it stands, and what may be said of much else.
const strong = '(?:verified|vetted)';
const weak =
  '(?:(?:double-)?checked|tested|confirmed|approved|reviewed|audited|validated|certified|inspected|screened|proven)';
const prefix = '(?:(?:pre|hand|human|well|fully|independently|manually)[- ])?';
const verified = String.raw`(?<!\b(?:un|not |non-|not yet ))${prefix}${strong}`;
const checked = `(?<![a-z]-)${prefix}(?:${strong}|${weak})`;
const unverified = `(?:un${strong}|non-?${strong}|not[ -](?:yet[ -])?${strong})`;
const unchecked = `(?:${unverified}|un${weak}|not[ -](?:yet[ -])?${weak})`;
const check =
  '(?:verification|vetting|(?:verification |quality )?checks?|checking|reviews?|audits?|testing|tests|approval|inspection|screening|validation)';
const adverbs =
  '(?:(?:already|actually|really|properly|fully|independently|manually|recently|successfully|personally|previously|at least|been|yet|ever|still|now) )*';
const yet = '(?: (?:yet|so far|before|ever|already|at all|until now))?';

// Who checks services.
const someone =
  '(?:someone|somebody|anyone|people|others|other (?:people|users|developers|agents)|a human|humans|experts?|you(?: guys| folks)?|(?:the|your|this) (?:directory|team|site|platform|marketplace|operators?|curators?|reviewers?|moderators?|staff))';
const nobody = '(?:nobody|no[ -]?one|not a (?:single )?(?:person|soul))';

// What is verified itself: addresses, accounts, facts.
const things =
  'e-?mails?|mail|address(?:es)?|accounts?|users?|phones?|numbers?|identit(?:y|ies)|contracts?|tweets?|profiles?|reviews?|purchases?|facts?|badges?|customers?|buyers?|people|patients?|humans?|companies|businesses|domains?|signatures?|credentials?|tokens?|collections?|creators?|leads?|contacts?|transactions?|blocks|orders?|claims?|drugs?|medicines?|medications?|vaccines?|devices?|products?|cosmetics|organic|accountants?|professionals?|athletes?|papers?|articles?|journals?|financials|statements?|cases?';
const ofThings = new RegExp(String.raw`\b(?:${things})(?: \w+)? $`, 'iu');
// "verified fact checker": what is verified is the tool.
const tool =
  ' (?:\\w+ )?(?:check\\w*|finders?|lookups?|search\\w*|verif\\w+|validat\\w+|generators?|detect\\w+|track\\w+|apis?|services?|tools?|analysis|scor(?:es?|ing)|scrap\\w+|pars\\w+|convert\\w*|translat\\w+|monitor\\w*|feeds?|endpoints?)\\b';
const thing = String.raw` (?:[\w-]+ )?(?:${things}|sources?|news|information|by|as|that|to|in)\b`;
const notThings = `(?!${thing}(?!${tool}))`;
const notAsked = String.raw`(?<!\b(?:is|are|be|been|get|was|being|if|whether)(?: already)? )`;

const that = '(?:that|which|who)';
const is = `(?:${that}(?:'s|'ve| (?:is|are|was|were|has|have|had))|(?:must|should|has to|have to|needs? to) (?:be|have been)|make sure (?:it is|it's|they are|they're))`;
const edge = String.raw`(?=\s*(?:$|[,.;!?)]|(?:please|on|under|for|and|with|below|at|but)\b))`;
/** "… and confirmed to work by someone". */
const andMore = `(?:,? (?:and|or) ${adverbs}(?:${strong}|${weak}|working))*(?: (?:to (?:work|be working|function)|as working|working))?(?: by ${someone})?`;

/** That services are checked or not, as it is said in English; verified e-mail addresses are not meant. */
export const checkedInEnglish: StatusForm[] = [
  ...statusForms('unverified', [
    String.raw`\b(?:only )?(?:${unverified}${notThings}|${unchecked}(?!${thing}))(?: ones)?(?: only)?${nearHead(4)}`,
    String.raw`(?<=\b${head} )(?:still |as yet )?${unverified}${endOfClause}|${notAsked}\b${unverified}(?= [a-z])${notThings}`,
    String.raw`(?:\b${is} |[,(]\s*|\bonly |^)(?:still |yet to be )?(?:${unverified}|un${weak})(?: (?:ones|only))?${edge}`,
    String.raw`\b(?:${that} (?:is|are) |still )?(?:awaiting|waiting for|pending|due for|lacking|without|with no|in need of) (?:an? |any )?(?:verification|vetting|review|approval)\b|\b(?:verification|vetting|review|approval) (?:is )?(?:still )?(?:pending|missing|outstanding)\b`,
    String.raw`\b(?:${that} )?(?:has|have|did|do|does)(?:n't| not| never) ${adverbs}(?:pass(?:ed)?|clear(?:ed)?|go(?:ne)? through|been through|completed?|undergone?) (?:the |your |an? |any )?${check}\b`,
  ]),
  ...statusForms(
    'unverified',
    [
      // "that hasn't been checked by anyone", "which was never reviewed", "yet to be tested".
      String.raw`\b(?:${that} )?(?:(?:has|have|had|is|are|was|were)(?:n't| not| never)|never|yet|waiting|remains?|still (?:has|have|needs?)) ${adverbs}(?:to be )?${adverbs}${checked}${yet}(?: by (?:${someone}|us|them))?${yet}${endOfClause}`,
      // "nobody has checked yet", "that you haven't tested".
      String.raw`\b(?:${that} )?(?:${nobody}(?: (?:has|have|had)|'s)?|(?:${someone}|we|they) (?:has|have|had)(?:n't| not| never)) ${adverbs}(?:bothered to (?:verify|vet|check|test|review)|${checked})${yet}${endOfClause}`,
    ],
    ofThings,
  ),
  ...statusForms('verified', [
    String.raw`\b(?:only (?:the )?${verified}(?: (?:apis?|services?|ones|providers?))?|${verified}[ -](?:ones |services |apis |providers )?only)\b|(?<=[,(]\s*)${checked} only\b`,
    String.raw`\bwhose (?:verification|vetting|review|audit|checks?|tests?) (?:(?:has|have|is|was|were|been) )*(?:succeeded|passed|completed?|done|finished|successful)\b`,
    String.raw`\b(?:${that} )?(?:(?:has|have|had) )?(?:already )?(?:passed|cleared|gone through|been through|went through|completed|undergone|underwent) (?:the |your |an? |all )?${check}\b`,
  ]),
  ...statusForms(
    'verified',
    [
      `\\b${is} ${adverbs}(?:${verified}${andMore}${edge}|${checked}${andMore}${endOfClause})`,
      // "that someone has actually tested", "you've checked".
      String.raw`\b(?:${that} )?${someone}(?:'ve|'s| (?:has|have|had))? ${adverbs}${checked}${andMore}${endOfClause}`,
    ],
    ofThings,
  ),
  ...statusForms('verified', [
    String.raw`(?<=\b${head} )${adverbs}${checked}${andMore}${endOfClause}`,
    String.raw`(?:[,(]\s*|^)(?:(?:preferably|already|must be) )*${verified}${andMore}(?: please)?${endOfClause}`,
    String.raw`\b(?:(?:${is}|already) )?${weak} (?:and (?:${strong}|${weak}|working)|(?:to be )?working|to work)\b`,
    String.raw`\b(?:${is} )?(?:known|shown|certain) to (?:work|be working|function)\b`,
    String.raw`\b(?:already )?${verified}${nearHead(4)}`,
    String.raw`\b(?<!\b(?:peer|fda|fact)[- ])${checked}(?!${thing})${nearHead(2)}`,
    String.raw`\bwith (?:a )?(?:(?:completed |successful )?verification|verified (?:badge|mark|check ?mark|tick|label))\b|\bverified(?:な|の|だけ|のみ)(?:の|で)?`,
    String.raw`${notAsked}\b(?:already )?${verified}(?= [a-z])${notThings}`,
  ]),
];
