import { type Database, readStats } from '@shirube/catalog';
import { readStats as route } from '@shirube/contracts';
import fastJson from 'fast-json-stringify';
import { type Answer, createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

const stringify = fastJson(route.schema.response[200]);
/** Counting reads the whole catalog: it may take this share of the time, and figures are this old at least. */
const countingShare = 0.05;
const shortestMs = 2_000;

/** Figures of the catalog. Everybody who asks within some seconds gets the same. */
export function createStats(database: Database, cache: AnswerCache): ReadAnswer<void> {
  let kept: { answer: Answer; until: number } | undefined;

  async function make(): Promise<Answer> {
    const started = performance.now();
    if (kept && started < kept.until) return kept.answer;
    const answer = createAnswer(stringify(await readStats(database)));
    const ended = performance.now();
    kept = { answer, until: ended + Math.max(shortestMs, (ended - started) / countingShare) };
    return answer;
  }

  return () => cache.get('stats', {}, make);
}
