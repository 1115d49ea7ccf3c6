const number = new Intl.NumberFormat('en');

export const en = {
  title: 'My services',
  intro: 'Register services, correct them and remove them, with an API key of your account.',
  key: 'API key',
  keyHelp: 'It stays in the memory of this page and is forgotten when you close or reload it.',
  useKey: 'Use this key',
  noKey: 'The operator of this directory issues keys.',
  forgetKey: 'Forget the key',
  notAKey: 'Paste a key: letters, digits and signs without spaces, such as shk_…',
  keyUnknown: 'This key is not known here, has expired or was revoked.',
  keyLacksScope: 'This key may not change services: it lacks the scope services:write.',
  sending: 'Sending …',

  count: (count: number) => (count === 1 ? '1 service' : `${number.format(count)} services`),
  none: 'You have not registered a service yet.',
  more: 'Show more',
  edit: 'Edit',
  editOf: (name: string) => `Edit: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeHint: 'It leaves the directory at once and for good. Its address answers that it is gone.',
  removeNow: 'Remove for good',
  keep: 'Keep it',

  registered: (name: string) => `“${name}” is registered.`,
  changed: (name: string) => `“${name}” is changed.`,
  removed: (name: string) => `“${name}” is removed.`,
  unchanged: 'Nothing has been changed yet.',
  itsPage: 'See its page',
  duplicate:
    'Another account has had this endpoint first. Yours comes after all others in lists and searches until it is verified.',
  duplicateLink: 'See the other service',

  editTitle: (name: string) => `Edit “${name}”`,
  save: 'Save changes',
  cancel: 'Cancel',
  optional: 'optional',
  verifiedHint:
    'It is verified. A change of endpoint, price, network or payment address takes that away until it is confirmed again.',
  help: {
    name: 'In any language, up to 255 characters.',
    description: 'What it does, in the words of those who will look for it. Up to 2,000 characters.',
    endpoint: 'The address of the API, with http:// or https://.',
    category: 'A word or several joined by “-”, such as image-generation. A new one may be made up.',
    'pricing.currency': 'Such as USDC.',
    'pricing.pricePerRequest': 'A number such as 0.01.',
    'pricing.freeQuota': 'Requests before payment is asked for.',
    'x402Config.network': 'A name such as base, or a CAIP-2 id such as eip155:8453.',
    'x402Config.paymentAddress': 'The wallet that is paid, as it is written on that network.',
  },
  /** The API says in English what it expects; here that is all there is to say. */
  expected: undefined as Record<string, string> | undefined,
  faults: (count: number) =>
    count === 1 ? 'One field needs another look:' : `${number.format(count)} fields need another look:`,
  presently: (value: string) => `In the directory now: ${value || '–'}`,

  conflict: 'This service has changed since you opened it.',
  conflictHint:
    'Nothing was saved. Load its present state: what you have typed stays, and what is different now is shown beside it.',
  loadPresent: 'Load the present state',
  loadedPresent: 'This is the present state, with what you have typed. Look through it, then save.',
  notYours: 'This service belongs to another account: use one of its keys.',
  notSaved: 'Nothing was saved.',

  health: 'Health of the directory',
  needsAdmin: 'This is for operators: paste an admin key.',
  verdictsByDay: 'What checks found, by day',
  noChecks: 'Nothing was checked in the last 30 days.',
  day: 'Day',
  checks: 'Checks',
  found: 'Found',
  failingHosts: 'Hosts that fail',
  noFailingHosts: 'No host fails.',
  host: 'Host',
  failing: 'Failing services',
  failingOf: (failing: number, all: number) => `${number.format(failing)} of ${number.format(all)}`,
  since: 'Since',
  statusChanges: 'What changed in the last 7 days',
  noStatusChanges: 'No status has changed.',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
};

export type AccountMessages = typeof en;
