import { endOfClause, head, nearHead, nearHeadJa, type StatusForm, statusForms } from './statusForm.js';

const alive =
  '(?:working|active|available|running|alive|up|online|live|operational|responding|answering|reachable)';
// What services alone are, and nothing that they watch over.
const ended =
  '(?:deactivated|suspended|dormant|retired|discontinued|abandoned|decommissioned|delisted|terminated|(?:switched|turned) off)';
const dead = String.raw`(?:inactive|dead(?![ -](?:links?|letters?|reckoning|zones?|ends?|code)\b)|(?:offline|broken)(?= ${head}\b)|defunct|unreachable|unresponsive|disabled|${ended}|out[- ]of[- ]service|shut[- ]?down|unavailable|(?:currently |that are |which are )?(?:down|not (?:working|active|running|responding)))`;
const are = '(?:(?:are|is|have|has|were|was)(?: been)? )?(?:currently |now |apparently )?';
const stopped = `(?:no longer (?:${alive}|works?|responds?|answers?|runs?)|(?:stopped|quit|ceased) ${alive}|(?:(?:do|does)(?: not|n't)|never) (?:work|respond|answer|run)s?(?: any ?more| any longer)?|(?:not|aren't|isn't) (?:working|active|running|online|responding|answering|reachable)(?: any ?more| any longer)?|(?:gone|went) (?:down|offline|dark|silent|dead)|died|out of service)`;
const closed = `(?:${ended}|inactive|dead|offline|down|disabled|stopped|shut down|closed|taken down|out of service|unavailable|unreachable|gone)`;
// What stops working and is no service of a directory.
const things =
  /\b(?:sites?|websites?|pages?|links?|servers?|hosts?|phones?|cars?|machines?|devices?|users?|accounts?|people|batter(?:y|ies)|printers?|stores?|shops?|companies|businesses|games?|validators?|nodes?|miners?) $/iu;

const stoppedJa =
  '(?:(?:使え|利用でき|繋がら|つながら|応答し|反応し|動か|動作し|機能し|返事をし)な(?:い|く(?:なった|なって(?:い)?る))|(?:使われ|提供され|運営され|更新され|動い|稼働し|機能し|動作し|応答し)て(?:い)?ない|(?:応答|反応|返事|レスポンス)(?:が|の|も)?(?:な(?:い|くなった|くなって(?:い)?る)|途絶えた|返ってこない|返らない)|(?:停止|休止|終了|中断)(?:中|した|して(?:い)?る|された|済みの?)|休眠中|止まっ(?:た|て(?:い)?る)|死んだ|死んで(?:い)?る|落ちて(?:い)?る|放置された|(?:廃止|閉鎖)(?:された|した|済みの?)|(?:提供|サービス)(?:が|を)?終了した|ダウン(?:して(?:い)?る|中)|オフライン|非アクティブ|非稼働|無効)';

/** That services have stopped, in both languages. */
export const outOfService: StatusForm[] = [
  ...statusForms('inactive', [
    String.raw`\b(?:only )?(?:the )?${dead}(?: only)?${nearHead(4)}`,
    String.raw`(?<=\b${head} )(?:(?:(?:that|which) )?${are}${stopped}|(?:that|which) ${are}${closed}|(?:(?:have|has|were|was|been) )+${closed})\b`,
    String.raw`(?<=\bwhich (?:[\w-]+ ){0,4}?${head} )${are}(?:inactive|disabled|${ended})(?: (?:right )?now| at the moment)?`,
    String.raw`(?:,\s*|\bonly |^)inactive(?: (?:ones|only))?(?=\s*(?:$|[,.;!?)]|(?:please|on|under|for|and|with|below|at)\b))`,
    `(?:(?:今は|現在は?|もう|すでに|既に))?${stoppedJa}(?:の|な|に(?:なった|なって(?:い)?る|された|されて(?:い)?る))?(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?${nearHeadJa(12)}`,
  ]),
  ...statusForms('inactive', [String.raw`\b(?:that|which) ${are}${stopped}${endOfClause}`], things),
];

/** That services work: of what is checked alone that is known. */
export const inService: StatusForm[] = statusForms('verified', [
  String.raw`\b(?:(?:currently |still |actually )(?:(?:active|online|alive|running|available)${nearHead(4)}|working(?! (?:out|on|at|from|as|for|with|in|people|hours)\b))|(?:up and running|operational)${nearHead(4)})(?= [a-z])|\b(?:active|working)(?= ${head}\b)`,
  String.raw`(?<=\b${head} )(?:that|which) (?:are|is) (?:currently |still |actually )?${alive}\b`,
  `(?:今|現在|ちゃんと|きちんと|実際に)?(?:稼働中|稼働して(?:い)?る|動いて(?:い)?る|アクティブ)(?:の|な)?${nearHeadJa(12)}`,
]);
