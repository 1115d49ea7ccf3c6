import type { ServiceStatus } from '@shirube/contracts';

/** A way to ask for services of a status. */
export interface StatusForm {
  pattern: RegExp;
  status: ServiceStatus;
  /** What it is said of instead, where that stands before it. */
  unlessBehind?: RegExp;
}

export const statusForms = (status: ServiceStatus, ways: string[], unlessBehind?: RegExp): StatusForm[] =>
  ways.map((way) => ({ pattern: new RegExp(way, 'iu'), status, ...(unlessBehind && { unlessBehind }) }));

/** What services are called. */
export const head =
  '(?:apis?|services?|endpoints?|providers?|ones|listings?|sellers?|vendors?|entries|entry|sources?|tools?)';
export const headJa = '(?:api|サービス|エンドポイント|提供者|提供元|事業者|もの|やつ|業者|ツール)';

/** Before a service, with so many words between. */
export const nearHead = (most: number) => String.raw`(?= (?:[\w-]+ ){0,${most}}?${head}\b)`;
export const nearHeadJa = (most: number) => `(?=[^をがにへ、。]{0,${most}}${headJa})`;

export const endOfClause = String.raw`(?=\s*(?:$|[,.;:!?)]))`;
