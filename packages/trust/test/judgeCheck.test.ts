import type { ServiceStatus, StatusReason } from '@shirube/contracts';
import type { Verdict } from '@shirube/domain';
import t from 'tap';
import { judgeCheck, type Standing } from '../dist/schedule/judgeCheck.js';
import { secondsUntilNext } from '../dist/schedule/nextCheck.js';

const hour = 3_600_000;
const interval = 6 * 3600;
const start = Date.parse('2026-01-01T00:00:00Z');

/** A verdict and the hours since the previous one, by default 6. `unpriced` stands for an unknown coin. */
type Step = Verdict | 'unpriced' | { after: number; verdict: Verdict };

interface Case {
  name: string;
  from: ServiceStatus;
  held?: boolean;
  unproven?: boolean;
  free?: boolean;
  checks: Step[];
  to: ServiceStatus;
  reason?: StatusReason;
}

const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

const cases: Case[] = [
  { name: 'one good check is not enough', from: 'unverified', checks: ['ok'], to: 'unverified' },
  { name: 'two good checks in a row', from: 'unverified', checks: ['ok', 'ok'], to: 'verified', reason: 'confirmed' },
  {
    name: 'two good checks less than a tenth of the interval apart',
    from: 'unverified',
    checks: ['ok', { after: 0.5, verdict: 'ok' }],
    to: 'unverified',
  },
  {
    name: 'three good checks, the last a tenth of the interval after the first',
    from: 'unverified',
    checks: ['ok', { after: 0.5, verdict: 'ok' }, { after: 0.2, verdict: 'ok' }],
    to: 'verified',
    reason: 'confirmed',
  },
  { name: 'a failure between good checks', from: 'unverified', checks: ['ok', 'timeout', 'ok'], to: 'unverified' },
  {
    name: 'a contradiction between good checks',
    from: 'unverified',
    checks: ['ok', 'wrong_price', 'ok'],
    to: 'unverified',
  },
  {
    name: 'a check that could not be made between good checks',
    from: 'unverified',
    checks: ['ok', 'template_url', 'ok'],
    to: 'verified',
    reason: 'confirmed',
  },
  {
    name: 'an unknown coin confirms no price',
    from: 'unverified',
    checks: times(5, 'unpriced'),
    to: 'unverified',
  },
  { name: 'an unknown coin contradicts nothing', from: 'verified', checks: times(5, 'unpriced'), to: 'verified' },
  { name: 'one contradiction is not enough', from: 'verified', checks: ['wrong_price'], to: 'verified' },
  ...(['wrong_price', 'wrong_network', 'wrong_asset', 'redirected', 'no_challenge', 'bad_challenge'] as const).map(
    (verdict) => ({
      name: `two checks with ${verdict}`,
      from: 'verified' as const,
      checks: times(2, verdict),
      to: 'unverified' as const,
      reason: 'contradicted' as const,
    }),
  ),
  {
    name: 'two contradictions of different kinds with a failure between them',
    from: 'verified',
    checks: ['wrong_price', 'timeout', 'no_challenge'],
    to: 'unverified',
    reason: 'contradicted',
  },
  {
    name: 'a good check between contradictions',
    from: 'verified',
    checks: ['wrong_price', 'ok', 'wrong_price'],
    to: 'verified',
  },
  {
    name: 'one check with another address',
    from: 'verified',
    checks: ['wrong_address'],
    to: 'unverified',
    reason: 'wrong_address',
  },
  {
    name: 'answers without a challenge from a service with free requests',
    from: 'verified',
    free: true,
    checks: times(3, 'no_challenge'),
    to: 'verified',
  },
  {
    name: 'answers without a challenge confirm nothing',
    from: 'unverified',
    free: true,
    checks: times(5, 'no_challenge'),
    to: 'unverified',
  },
  { name: 'failures for less than 72 hours', from: 'verified', checks: times(12, 'dns'), to: 'verified' },
  {
    name: 'only failures for 72 hours',
    from: 'verified',
    checks: times(13, 'dns'),
    to: 'inactive',
    reason: 'failing',
  },
  {
    name: 'failures of every kind for 72 hours',
    from: 'unverified',
    checks: [...times(4, 'timeout'), ...times(4, 'blocked'), ...times(5, 'not_found')],
    to: 'inactive',
    reason: 'failing',
  },
  {
    name: 'an answer between failures',
    from: 'unverified',
    checks: [...times(7, 'timeout'), 'wrong_price', ...times(7, 'timeout')],
    to: 'unverified',
  },
  {
    name: 'two failures days apart without a check between them',
    from: 'verified',
    checks: ['timeout', { after: 100, verdict: 'timeout' }],
    to: 'verified',
  },
  {
    name: 'a service that cannot be checked stays',
    from: 'unverified',
    checks: times(40, 'template_url'),
    to: 'unverified',
  },
  { name: 'the first good check', from: 'inactive', checks: ['ok'], to: 'unverified', reason: 'recovered' },
  {
    name: 'two good checks after failures',
    from: 'inactive',
    checks: ['ok', 'ok'],
    to: 'verified',
    reason: 'confirmed',
  },
  {
    name: 'an answer of a service with free requests',
    from: 'inactive',
    free: true,
    checks: ['no_challenge'],
    to: 'unverified',
    reason: 'recovered',
  },
  {
    name: 'answers that contradict',
    from: 'inactive',
    checks: ['no_challenge', 'wrong_price'],
    to: 'inactive',
  },
  {
    name: 'failures of a status that an operator holds',
    from: 'verified',
    held: true,
    checks: times(20, 'dns'),
    to: 'verified',
  },
  {
    name: 'good checks of an unproven copy',
    from: 'unverified',
    unproven: true,
    checks: times(9, 'ok'),
    to: 'unverified',
  },
  {
    name: 'a good check of a service that became an unproven copy',
    from: 'verified',
    unproven: true,
    checks: ['ok'],
    to: 'unverified',
    reason: 'unproven',
  },
  {
    name: 'good checks of a status that an operator holds',
    from: 'inactive',
    held: true,
    checks: times(5, 'ok'),
    to: 'inactive',
  },
];

function run({
  from,
  held = false,
  unproven = false,
  free = false,
  checks,
}: Case): Standing & { reason?: StatusReason } {
  let at = start;
  let state: Standing & { reason?: StatusReason } = {
    status: from,
    statusHeld: held,
    isUnproven: unproven,
    confirmedSince: null,
    contradictions: 0,
    failingSince: null,
    failures: 0,
  };
  for (const step of checks) {
    const { after, verdict } = typeof step === 'object' ? step : { after: 6, verdict: step };
    at += after * hour;
    const { reason: _before, ...known } = state;
    const observed = verdict === 'ok' ? { price: '0.01', payTo: '0x' } : {};
    state = judgeCheck(
      known,
      {
        verdict: verdict === 'unpriced' ? 'ok' : verdict,
        observed,
        declared: free ? { freeQuota: 5 } : { price: '0.01' },
        checkedAt: new Date(at),
      },
      interval,
    );
  }
  return state;
}

t.test('the checks of a service in a row decide on its status', async (t) => {
  for (const example of cases) {
    const { status, reason } = run(example);
    t.same({ status, reason }, { status: example.to, reason: example.reason }, `${example.from}: ${example.name}`);
  }
});

t.test('the next check comes after the interval, and sooner while a status may change', async (t) => {
  const state = run({ name: '', from: 'verified', checks: [], to: 'verified' });
  const checkedAt = new Date(start);
  const check = { verdict: 'ok', declared: {}, observed: {}, checkedAt } as const;
  const next = (changes: Partial<Standing>, verdict: Verdict = 'ok') =>
    [0, 1].map((random) =>
      Math.round(secondsUntilNext({ ...state, ...changes }, { ...check, verdict }, 1000, () => random)),
    );
  t.same(next({}), [1000, 900]);
  const after = (seconds: number) =>
    next({ status: 'unverified', confirmedSince: new Date(checkedAt.getTime() - seconds * 1000) });
  t.same(after(0), [110, 110], 'more than a tenth');
  t.same(after(0.1), [120, 120], 'not the same for all');
  t.same(after(60), [50, 50], 'of the first check that confirms, however many follow');
  t.same(after(500), [110, 110], 'which may not be enough');
  t.same(next({ contradictions: 1 }, 'wrong_price'), [110, 121]);
  t.same(next({ contradictions: 3 }, 'wrong_price'), [1000, 900]);
  const afterFailures = [1, 2, 3, 6, 7, 8, 500].map((failures) => Math.round(next({ failures }, 'dns')[0] ?? 0));
  t.same(afterFailures, [14, 28, 56, 444, 889, 1000, 1000]);
});
