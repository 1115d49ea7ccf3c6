import { type Database, readStats } from '@shirube/catalog';
import { readStats as route } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { type Answer, createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { sendAnswer } from './answers/sendAnswer.js';

const stringify = fastJson(route.schema.response[200]);
/** Counting reads the whole catalog: it may take this share of the time, and figures are this old at least. */
const countingShare = 0.05;
const shortestMs = 2_000;

/** GET /api/stats. Everybody who asks within some seconds gets the same figures. */
export function serveStats(app: App, { database, cache }: { database: Database; cache: AnswerCache }): void {
  let kept: { answer: Answer; until: number } | undefined;

  async function make(): Promise<Answer> {
    const started = performance.now();
    if (kept && started < kept.until) return kept.answer;
    const answer = createAnswer(stringify(await readStats(database)));
    const ended = performance.now();
    kept = { answer, until: ended + Math.max(shortestMs, (ended - started) / countingShare) };
    return answer;
  }

  app.route({
    method: route.method,
    url: route.url,
    schema: { querystring: route.schema.querystring },
    handler: (request, reply) => sendAnswer(request, reply, cache.get('stats', {}, make)),
  });
}
