import { type App, headerLines } from '@shirube/service-kit';
import type { Answer, AnswerForm } from './answer.js';
import type { AnswerStore } from './answerCache.js';
import { preferredEncoding, worthCompressing } from './sendAnswer.js';

/** The form that a client wants, if it is there already. */
function readyForm(answer: Answer, acceptEncoding: string | undefined): AnswerForm | undefined {
  if (!acceptEncoding || answer.body.length < worthCompressing) return answer;
  const encoding = preferredEncoding(acceptEncoding);
  const form = encoding === 'identity' ? answer : answer.encoded(encoding);
  return form instanceof Promise ? undefined : form;
}

const preparedLines = new WeakMap<AnswerForm, string>();

/** The lines of a form's headers and the common ones. */
function prepareLines(form: AnswerForm, common: readonly string[]): string {
  const known = preparedLines.get(form);
  if (known !== undefined) return known;
  const made = headerLines([...Object.entries(form.headers).flat(), ...common]);
  preparedLines.set(form, made);
  return made;
}

/**
 * Answers what was asked in the same words a moment ago before the app sees it: nothing is routed, parsed or checked
 * once more. Everything but a plain GET is left to the app. `headers` are those that the app adds to every answer.
 */
export function answerHot(app: App, answers: AnswerStore, headers: Record<string, string>): void {
  const common = Object.entries(headers).flat();
  app.answerFirst((request) => {
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return undefined;
    const started = performance.now();
    const given = answers.recall(request.url ?? '');
    const form = given && readyForm(given.answer, request.headers['accept-encoding']);
    const limits = form && app.rateLimits.admit(request);
    if (!limits) return undefined;
    const own = headerLines([...limits, 'x-request-id', app.nextRequestId()]);
    app.measureRequest('GET', given.route, 200, (performance.now() - started) / 1000);
    return { lines: prepareLines(form, common) + own, body: form.body };
  });
}
