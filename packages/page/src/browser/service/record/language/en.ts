import type { HistoryWindow, Trust } from '@shirube/contracts';

const number = new Intl.NumberFormat('en');
type Parts = Trust['parts'];

export const en = {
  record: 'Record',
  changes: 'Changes',
  allChanges: (count: number) => `Show all ${count}`,
  created: 'Registered',
  takenOver: (source: string) => `Taken over from ${source}`,
  becomes: 'became',
  none: 'none',
  fieldChanged: (field: string) => `${field} changed`,
  status: 'Status',
  availability: 'Availability',
  window: 'Period',
  windows: { '24h': '24 hours', '7d': '7 days', '90d': '90 days' } as Record<HistoryWindow, string>,
  notChecked: 'Nothing was checked in this time.',
  percent: (uptime: number | null) => (uptime === null ? '–' : `${number.format(uptime)} %`),
  milliseconds: (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`),
  times: (what: string, count: number) => `${what} × ${number.format(count)}`,
  uptimeOf: (uptime: number | null) => (uptime === null ? 'Uptime unknown' : `${number.format(uptime)} % uptime`),
  responseOf: (ms: number | null) => (ms === null ? 'no answer' : `answers in ${number.format(ms)} ms on average`),
  checksOf: (count: number) => (count === 1 ? '1 check' : `${number.format(count)} checks`),
  stripOf: (uptime: string, troubled: number, step: 'hour' | 'day') =>
    `${uptime}; ${number.format(troubled)} ${step}${troubled === 1 ? '' : 's'} with failures`,
  lineOf: (least: number, most: number) =>
    `Response time between ${number.format(least)} and ${number.format(most)} ms`,
  prices: 'Prices that were asked for',
  priceFrom: (date: string, price: string) => `${price} since ${date}`,
  table: 'As a table',
  columns: { time: 'Time', uptime: 'Uptime', response: 'Response', price: 'Price', seen: 'Checks' },

  trustTitle: (score: number) => `Trust: ${score} of 100`,
  held: 'The operator has set it: it stays so, whatever the parts say.',
  capped: ({ points, reason }: NonNullable<Trust['cap']>) =>
    `At most ${points}, whatever the parts say: ${reason === 'inactive' ? 'it does not answer.' : 'it last asked for something else than registered.'}`,
  pointsOf: (points: number, weight: number) => `${points} of ${weight}`,
  parts: {
    reachability: 'Reachability',
    honesty: 'Honesty',
    age: 'Age',
    settlements: 'Settlements',
  },
  reachability: ({ checks, days, uptime }: Parts['reachability']['facts']) =>
    checks === 0
      ? 'Not checked in the last 30 days.'
      : `${uptime === null ? '–' : number.format(uptime)} % uptime in ${number.format(checks)} checks on ${number.format(days)} of the last 30 days.`,
  honesty: ({ answered, matched }: Parts['honesty']['facts']) =>
    `${number.format(matched)} of ${number.format(answered)} answers of the last 30 days asked for what is registered.`,
  age: ({ since, days }: Parts['age']['facts']) =>
    since === null ? 'No check has found what is registered yet.' : `As registered for ${number.format(days)} days.`,
  settlements: ({ transactions, days }: Parts['settlements']['facts']) =>
    `${number.format(transactions)} payments on ${number.format(days)} of the last 90 days.`,
};

export type RecordMessages = typeof en;
