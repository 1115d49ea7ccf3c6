import type { App } from '@shirube/service-kit';
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

const preparedHeaders = new WeakMap<AnswerForm, readonly string[]>();

/** The headers of a form and the common ones, names and values in turn, as a response takes them quickest. */
function prepareHeaders(form: AnswerForm, common: readonly string[]): readonly string[] {
  const known = preparedHeaders.get(form);
  if (known) return known;
  const made = [...Object.entries(form.headers).flat(), ...common];
  preparedHeaders.set(form, made);
  return made;
}

/**
 * Answers what was asked in the same words a moment ago before the app sees it: nothing is routed, parsed or checked
 * once more. Everything but a plain GET is left to the app. `headers` are those that the app adds to every answer.
 */
export function answerHot(app: App, answers: AnswerStore, headers: Record<string, string>): void {
  const common = Object.entries(headers).flat();
  app.answerFirst((request, response) => {
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return false;
    const started = performance.now();
    const given = answers.recall(request.url ?? '');
    const form = given && readyForm(given.answer, request.headers['accept-encoding']);
    const limits = form && app.rateLimits.admit(request);
    if (!limits) return false;
    const prepared = prepareHeaders(form, common);
    response.writeHead(200, [...prepared, ...limits, 'x-request-id', app.nextRequestId()]);
    response.end(form.body);
    app.measureRequest('GET', given.route, 200, (performance.now() - started) / 1000);
    return true;
  });
}
