import type { ServiceStatus } from '@shirube/contracts';
import type { Stated } from './constraints.js';

type Status = ServiceStatus;

const head = '(?:apis?|services?|endpoints?|providers?|ones|listings?)';
const headJa = '(?:api|サービス|エンドポイント|提供者|もの)';

const forms: [RegExp, Status][] = [
  [/\b(?:only (?:the )?verified(?: (?:apis?|services?|ones))?|verified (?:ones )?only)\b/iu, 'verified'],
  [new RegExp(String.raw`\b(?<!un|not |non-)verified(?= (?:[\w-]+ ){0,3}?${head}\b)`, 'iu'), 'verified'],
  [/(?<!未)検証済み?(?:の(?:もの)?)?(?:のみ|だけ|に限定|限定)(?:の|で|に)?/u, 'verified'],
  [
    new RegExp(String.raw`(?<!未)検証済み?(?:の|な|で)?(?=[^をがにへ、。]{0,16}${headJa}|\s*$)`, 'iu'),
    'verified',
  ],
  [new RegExp(String.raw`\bunverified(?= (?:[\w-]+ ){0,3}?${head}\b)`, 'iu'), 'unverified'],
  [new RegExp(`未検証(?:の|な)?(?=[^をがにへ、。]{0,16}${headJa})`, 'iu'), 'unverified'],
  [new RegExp(String.raw`\binactive(?= (?:[\w-]+ ){0,3}?${head}\b)`, 'iu'), 'inactive'],
];

/** The status the query asks of services: "verified only", 検証済みの翻訳API; verified e-mail addresses are not meant. */
export function findStatus(text: string): Stated<Status> | undefined {
  for (const [pattern, value] of forms) {
    const match = pattern.exec(text);
    if (match) return { value, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
