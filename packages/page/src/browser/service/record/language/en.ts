import type { HistoryWindow, Trust } from '@shirube/contracts';

const number = new Intl.NumberFormat('en');
type Parts = Trust['parts'];

export const en = {
  record: 'Record',
  changes: 'Changes',
  allChanges: (count: number) => `Show all ${count}`,
  created: 'Registered',
  takenOver: (source: string) => `Mirrored from ${source}`,
  becomes: 'became',
  none: 'none',
  fieldChanged: (field: string) => `${field} changed`,
  status: 'Status',
  historyAsJson: 'Check history as JSON',
  availability: 'Availability',
  window: 'Period',
  windows: { '24h': '24 hours', '7d': '7 days', '90d': '90 days' } as Record<HistoryWindow, string>,
  notChecked: 'No checks in this period.',
  percent: (uptime: number | null) => (uptime === null ? '–' : `${number.format(uptime)} %`),
  milliseconds: (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`),
  times: (what: string, count: number) => `${what} × ${number.format(count)}`,
  uptimeOf: (uptime: number | null) => (uptime === null ? 'Uptime unknown' : `${number.format(uptime)} % uptime`),
  responseOf: (ms: number | null) => (ms === null ? 'no response' : `responds in ${number.format(ms)} ms on average`),
  checksOf: (count: number) => (count === 1 ? '1 check' : `${number.format(count)} checks`),
  stripOf: (uptime: string, troubled: number, step: 'hour' | 'day') =>
    `${uptime}; ${number.format(troubled)} ${step}${troubled === 1 ? '' : 's'} with failures`,
  uptimeCaption: 'Uptime, %',
  responseCaption: 'Response time, ms',
  priceCaption: (currency: string) => `Price, ${currency}`,
  lineOf: (least: number, most: number) =>
    `Response time between ${number.format(least)} and ${number.format(most)} ms`,
  prices: 'Price history',
  priceFrom: (date: string, price: string) => `${price} since ${date}`,
  table: 'As a table',
  columns: { time: 'Time', uptime: 'Uptime', response: 'Response', price: 'Price', seen: 'Checks' },

  report: {
    title: 'Report this listing',
    hint: 'Only the operator of this directory reads it.',
    reason: 'What is wrong?',
    reasons: {
      not_working: 'It does not work',
      misleading: 'Its description is misleading',
      impersonation: 'It impersonates someone else',
      harmful: 'It is harmful',
      other: 'Something else',
    },
    comment: 'Comment (optional)',
    send: 'Send report',
    sent: 'Thank you. The operator will look at it.',
  },

  trustTitle: (score: number) => `Trust: ${score} of 100`,
  held: 'Set by the operator. The parts do not change it.',
  capped: ({ points, reason }: NonNullable<Trust['cap']>) =>
    `Capped at ${points}: ${reason === 'inactive' ? 'it does not respond.' : 'its last check found terms that differ from its registration.'}`,
  pointsOf: (points: number, weight: number) => `${points} of ${weight}`,
  parts: {
    reachability: 'Reachability',
    honesty: 'Honesty',
    age: 'Age',
    settlements: 'Settlements',
  },
  meanings: {
    reachability: 'Whether it responds. Recent days count most.',
    honesty: 'Whether its 402 response states the registered price, address and network.',
    age: 'How long ago a check first confirmed its registration.',
    settlements: 'Whether others pay for it.',
  },
  reachability: ({ checks, days, uptime }: Parts['reachability']['facts']) =>
    checks === 0
      ? 'Not checked in the last 30 days.'
      : `${uptime === null ? '–' : number.format(uptime)} % uptime in ${number.format(checks)} checks on ${number.format(days)} of the last 30 days.`,
  honesty: ({ answered, matched }: Parts['honesty']['facts']) =>
    `${number.format(matched)} of ${number.format(answered)} responses in the last 30 days stated the registered terms.`,
  age: ({ since, days }: Parts['age']['facts']) =>
    since === null
      ? 'No check has confirmed its registration yet.'
      : `A check first confirmed its registration ${number.format(days)} days ago.`,
  settlements: ({ transactions, days, payers = 0, returning = 0 }: Parts['settlements']['facts']) =>
    `${number.format(transactions)} payments on ${number.format(days)} of the last 90 days, by ${number.format(payers)} payers. ${number.format(returning)} of them paid on several days.`,
};

export type RecordMessages = typeof en;
