import { type Database, readStats } from '@shirube/catalog';
import { readStats as route } from '@shirube/contracts';
import fastJson from 'fast-json-stringify';
import { type Answer, createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

const stringify = fastJson(route.schema.response[200]);
/** Counting reads the whole catalog: it may take this share of the time, and figures are this old at least. */
const countingShare = 0.05;
const shortestMs = 2_000;
/** Figures that are older by no more than this are given while others are counted, so that nobody waits for those. */
const renewMs = 60_000;

/** Figures of the catalog. Everybody who asks within some seconds gets the same. */
export function createStats(database: Database, cache: AnswerCache): ReadAnswer<void> {
  let kept: { answer: Answer; until: number } | undefined;
  let counting: Promise<Answer> | undefined;

  async function count(): Promise<Answer> {
    const started = performance.now();
    const answer = createAnswer(stringify(await readStats(database)));
    const ended = performance.now();
    kept = { answer, until: ended + Math.max(shortestMs, (ended - started) / countingShare) };
    return answer;
  }

  async function make(): Promise<Answer> {
    const age = kept ? performance.now() - kept.until : Number.POSITIVE_INFINITY;
    if (kept && age < 0) return kept.answer;
    counting ??= count().finally(() => {
      counting = undefined;
    });
    if (!kept || age > renewMs) return counting;
    // What fails in the background is tried again for whoever asks next, and told once the figures are too old.
    counting.catch(() => {});
    return kept.answer;
  }

  return () => cache.get('stats', {}, make);
}
