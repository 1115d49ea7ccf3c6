import { type Database, readStats } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { singleFlight } from '@shirube/domain';
import fastJson from 'fast-json-stringify';
import { type Answer, createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

const stringify = fastJson(routes.readStats.schema.response[200]);
/**
 * Counting reads the whole catalog. It may take at most this share of the time, and figures are kept at least
 * `shortestMs`.
 */
const countingShare = 0.05;
const shortestMs = 2_000;
/** Figures that expired less than this ago are served while new ones are counted, so that nobody waits. */
const renewMs = 60_000;

/** Figures of the catalog. Requests within a few seconds get the same figures. */
export function createStats(database: Database, cache: AnswerCache): ReadAnswer<void> {
  let latest: { answer: Answer; until: number } | undefined;

  const count = singleFlight(async () => {
    const started = performance.now();
    const answer = createAnswer(stringify(await readStats(database)));
    const ended = performance.now();
    latest = { answer, until: ended + Math.max(shortestMs, (ended - started) / countingShare) };
    return answer;
  });

  async function make(): Promise<Answer> {
    const age = latest ? performance.now() - latest.until : Number.POSITIVE_INFINITY;
    if (latest && age < 0) return latest.answer;
    const counting = count();
    if (!latest || age > renewMs) return counting;
    // A failure in the background is retried by the next request, and reported once the figures are too old.
    counting.catch(() => {});
    return latest.answer;
  }

  return () => cache.get('stats', {}, make);
}
