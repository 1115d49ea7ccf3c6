import type { ServiceStatus } from '@shirube/contracts';
import { checkedInEnglish } from './checkedInEnglish.js';
import { checkedInJapanese } from './checkedInJapanese.js';
import { inService, outOfService } from './outOfService.js';
import type { Stated } from './stated.js';
import { type StatusForm, statusForms } from './statusForm.js';

const statuses: ServiceStatus[] = ['verified', 'unverified', 'inactive'];
const byName = statuses.flatMap((status) =>
  statusForms(status, [
    String.raw`\b(?:with\s+)?(?:a\s+|the\s+)?status(?:\s*[:=]\s*|\s+(?:is\s+|of\s+)?)["']?${status}\b["']?|\b(?:with\s+)?(?:an?\s+)?${status}\s+status\b`,
  ]),
);
const checked = [...checkedInEnglish, ...checkedInJapanese];
const areOf = (forms: StatusForm[], status: ServiceStatus) => forms.filter((form) => form.status === status);

// "not verified" holds "verified", and what is checked may say besides that it works.
const forms: StatusForm[] = [
  ...byName,
  ...areOf(checked, 'unverified'),
  ...outOfService,
  ...areOf(checked, 'verified'),
  ...inService,
];

/** The status the query asks of services: "verified only", 検証済みの翻訳API; verified e-mail addresses are not meant. */
export function findStatus(text: string): Stated<ServiceStatus> | undefined {
  for (const { pattern, status, unlessBehind } of forms) {
    const match = pattern.exec(text);
    if (match && !unlessBehind?.test(text.slice(0, match.index)))
      return { value: status, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
