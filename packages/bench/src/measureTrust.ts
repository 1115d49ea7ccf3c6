import { type SeededRandom, seededRandom } from '@shirube/demo';
import { type TrustFacts, trustOf, trustScore } from '@shirube/trust';

type Hour = TrustFacts['hours'][number];

const checksPerDay = 4;
const hourMs = 3_600_000;
const knownDays = 30;
/** Days that are measured, after the state has become steady. */
const measuredDays = 2;
/** Smaller changes of trust do not reach the search index. */
const leastChange = 2;
/** The distribution of failure rates: most services hardly ever fail, some occasionally, a few frequently. */
const kinds = [
  { share: 0.85, failures: 0.002 },
  { share: 0.1, failures: 0.03 },
  { share: 0.05, failures: 0.2 },
];

function failuresOf(random: SeededRandom): number {
  let left = random.next();
  for (const { share, failures } of kinds) {
    left -= share;
    if (left < 0) return failures;
  }
  return 0;
}

function check(at: number, failures: number, random: SeededRandom): Hour {
  const answered = random.next() < failures ? 0 : 1;
  return { hour: new Date(at), asked: 1, answered, judged: answered, matched: answered };
}

/** Simulates services that are checked every six hours, and counts how many are reindexed because of their trust. */
export function measureTrust(services: number, say: (text: string) => void): Record<string, number> {
  const random = seededRandom(1);
  const step = (24 / checksPerDay) * hourMs;
  const start = Date.UTC(2026, 0, 1);
  let checks = 0;
  let updates = 0;
  for (let i = 0; i < services; i += 1) {
    const failures = failuresOf(random);
    const provenSince = new Date(start - random.whole(360) * 24 * hourMs);
    const transactions = random.whole(4) === 0 ? random.whole(1_000) : 0;
    const paid = { payers: transactions, returning: 0, worth: transactions / 5 };
    const settlements = { transactions, days: Math.min(transactions, 30), ...paid };
    let at = start - random.whole(step);
    const hours = Array.from({ length: knownDays * checksPerDay }, (_, n) =>
      check(at - (knownDays * checksPerDay - n) * step, failures, random),
    );
    const score = () => trustScore(trustOf({ hours, provenSince, settlements }, new Date(at)));
    let indexed = score();
    for (let n = 0; n < measuredDays * checksPerDay; n += 1) {
      at += step;
      hours.shift();
      hours.push(check(at, failures, random));
      checks += 1;
      const now = score();
      if (Math.abs(now - indexed) < leastChange) continue;
      indexed = now;
      updates += 1;
    }
    if (i % 10_000 === 0) say(`${i} of ${services} services`);
  }
  const seconds = measuredDays * 86_400;
  return {
    services,
    'checks a second': checks / seconds,
    'index updates a second': updates / seconds,
    'share of checks': updates / checks,
  };
}
