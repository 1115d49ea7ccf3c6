import type { Problem } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { App } from './app.js';
import { headElements } from './headElements.js';
import { asCode, loadMessages, preferredLanguage } from './language/language.js';
import { notFound, pageAt, pages } from './pages.js';
import { type Head, type Load, type Outcome, type Reads, RenderingContext, type SignUp } from './rendering.js';
import { inLanguage, splitAddress } from './view.js';

export { preferredLanguage } from './language/language.js';
export { redirectOf } from './oldAddresses.js';
export { notFound, pageAt } from './pages.js';
export type { Reads } from './rendering.js';
export { knownAddress } from './view.js';

/** A page to be rendered. */
export interface RenderRequest {
  /** Path and query. */
  url: string;
  /** The Accept-Language of the visitor, used if the address names no language. */
  language: string | undefined;
  /** The origin of the directory. */
  origin: string;
  signUp: SignUp;
  reads: Reads;
  /** Returns the problem to show for an error of `reads`. Errors that it does not know are rethrown. */
  problemOf: (error: unknown) => Problem | undefined;
}

export interface RenderResult {
  status: number;
  language: string;
  head: string;
  body: string;
}

// A component may request data that depends on an earlier response, so rendering takes several passes.
const maxPasses = 5;
/** The paths of pages, in router syntax. */
export const pageRoutes = pages.flatMap(({ path }) => (path.endsWith('/*') ? [path.slice(0, -2), path] : [path]));

/** The constant pages that have been rendered, by language and address. A large one takes 0.2 s. */
const constantPages = new Map<string, { body: string; head: Head; outcomes: ReadonlyMap<string, Outcome> }>();

/** Renders a page with the browser's components. The browser continues from there with the data fetched for it. */
export async function renderPage(request: RenderRequest): Promise<RenderResult> {
  const { url, language, origin, signUp, reads, problemOf } = request;
  const [path, query] = splitAddress(url);
  const urlLanguage = asCode(new URLSearchParams(query).get('lang'));
  const code = urlLanguage ?? preferredLanguage(language);
  const { page, place } = pageAt({ path, search: query && `?${query}` });
  if (page.isConstant) place.search = inLanguage('', urlLanguage);
  const constantKey = `${code} ${path}${place.search}`;
  const earlier = page.isConstant ? constantPages.get(constantKey) : undefined;
  const mainKey = page.keyAt(place);
  const outcomes = new Map<string, Outcome>(earlier?.outcomes);
  const failedKeys = new Set<string>();
  let head: Head = earlier?.head ?? { title: '' };
  await page.load();
  await loadMessages(code);

  async function ask(key: string, load: Load<unknown>): Promise<void> {
    try {
      outcomes.set(key, { value: await load(new AbortController().signal, reads) });
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      // The browser requests and retries what failed temporarily. Only the main data of the page is required here.
      if (key === mainKey || problem.status < 429) outcomes.set(key, { problem });
      else failedKeys.add(key);
    }
  }

  function renderOnce(): { body: string; pending: Promise<void>[] } {
    const pending = new Map<string, Promise<void>>();
    const find = (key: string, load: Load<unknown>) => {
      // Scripts are loaded by the browser.
      const isOpen = !outcomes.has(key) && !failedKeys.has(key) && !pending.has(key) && !key.startsWith('script ');
      if (isOpen) pending.set(key, ask(key, load));
      return outcomes.get(key);
    };
    const describe = (value: Head) => {
      head = value;
    };
    const body = renderToString(
      <RenderingContext.Provider value={{ place, origin, signUp, find, describe }}>
        <App preferred={code} />
      </RenderingContext.Provider>,
    );
    return { body, pending: [...pending.values()] };
  }

  let { body, pending } = earlier ? { body: earlier.body, pending: [] } : renderOnce();
  for (let pass = 1; pending.length > 0 && pass < maxPasses; pass += 1) {
    await Promise.all(pending);
    ({ body, pending } = renderOnce());
  }
  const main = mainKey === undefined ? undefined : outcomes.get(mainKey);
  const problem = main && 'problem' in main ? main.problem : undefined;
  const status = problem?.status ?? (page === notFound ? 404 : 200);
  if (page.isConstant && status === 200) constantPages.set(constantKey, { body, head, outcomes });
  const elements = headElements({ head, place, origin, signUp, code });
  // Without the data, the browser requests everything itself.
  const isPassing = status >= 429;
  return { status, language: code, body, head: isPassing ? elements : elements + answersElement(outcomes) };
}

/**
 * Embeds the data as JSON, so that no policy must allow it to run. The keys are sorted, so that the output does not
 * depend on the order of responses. `<` is escaped, so that no tag in the data can end the element.
 */
function answersElement(outcomes: ReadonlyMap<string, Outcome>): string {
  const json = JSON.stringify(Object.fromEntries([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)))).replaceAll(
    '<',
    '\\u003c',
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}
