import type { Problem } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { checkedIn } from './check/checkMessages.js';
import { drawnPage } from './drawnPages.js';
import { learn } from './language/language.js';
import { asCode, preferredLanguage } from './language/languageCode.js';
import { Page } from './page.js';
import { headOf } from './pageHead.js';
import { type Found, type Load, type Reads, RenderingContext } from './rendering.js';
import { comparedIn, inLanguage, readView, serviceIn, viewAddress } from './view.js';

export { preferredLanguage } from './language/languageCode.js';
export { redirectOf } from './oldAddresses.js';
export type { Reads } from './rendering.js';

/** A page to be rendered. */
export interface RenderRequest {
  /** Path and query. */
  url: string;
  /** The Accept-Language of the visitor, used if the address names no language. */
  language: string | undefined;
  /** The origin of the directory. */
  origin: string;
  reads: Reads;
  /** Returns the problem to show for an error of `reads`. Errors that it does not know are rethrown. */
  problemOf: (error: unknown) => Problem | undefined;
}

export interface Rendered {
  status: number;
  language: string;
  head: string;
  body: string;
}

// A component may request data that depends on an earlier response, so rendering takes several passes.
const mostPasses = 5;
const knownPages = /^\/(account(\/.*)?|admin\/?|docs\/?|compare\/?|check\/?|stats\/?)?$/;

/** The constant pages that have been rendered, by language and address. A large one takes 0.2 s. */
const rendered = new Map<string, { body: string; found: ReadonlyMap<string, Found> }>();

/** Renders a page with the browser's components. The browser continues from there with the data fetched for it. */
export async function renderPage({ url, language, origin, reads, problemOf }: RenderRequest): Promise<Rendered> {
  const [path = '/', query = ''] = url.split('?', 2);
  const named = asCode(new URLSearchParams(query).get('lang'));
  const code = named ?? preferredLanguage(language);
  const serviceId = serviceIn(path);
  const question = questionOf(path, query, serviceId);
  const drawn = drawnPage(path);
  const place = { path, search: drawn?.isConstant ? inLanguage('', named) : query && `?${query}` };
  const constantKey = drawn?.isConstant ? `${code} ${path}${place.search}` : undefined;
  const known = constantKey === undefined ? undefined : rendered.get(constantKey);
  const found = new Map<string, Found>(known?.found);
  const unknown = new Set<string>();
  const script = await drawn?.load();
  await learn(code);

  async function ask(key: string, load: Load<unknown>): Promise<void> {
    try {
      found.set(key, { value: await load(new AbortController().signal, reads) });
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      // The browser requests and retries what failed temporarily. Only the main data of the page is required here.
      if (key === question || problem.status < 429) found.set(key, { problem });
      else unknown.add(key);
    }
  }

  function renderOnce(): { body: string; asked: Promise<void>[] } {
    const asked = new Map<string, Promise<void>>();
    const find = (key: string, load: Load<unknown>) => {
      if (script && key === `script ${drawn?.name}`) return { value: script };
      // Other scripts are loaded by the browser.
      const isOpen = !found.has(key) && !unknown.has(key) && !asked.has(key) && !key.startsWith('script ');
      if (isOpen) asked.set(key, ask(key, load));
      return found.get(key);
    };
    const body = renderToString(
      <RenderingContext.Provider value={{ place, origin, find }}>
        <Page preferred={code} />
      </RenderingContext.Provider>,
    );
    return { body, asked: [...asked.values()] };
  }

  let { body, asked } = known ? { body: known.body, asked: [] } : renderOnce();
  for (let pass = 1; asked.length > 0 && pass < mostPasses; pass += 1) {
    await Promise.all(asked);
    ({ body, asked } = renderOnce());
  }
  const main = found.get(question);
  const problem = main && 'problem' in main ? main.problem : undefined;
  const isKnown = serviceId !== undefined || knownPages.test(path);
  const status = problem?.status ?? (isKnown ? 200 : 404);
  if (constantKey !== undefined && status === 200) rendered.set(constantKey, { body, found });
  const head = headOf({ place, origin, code, found, status });
  // Without the data, the browser requests everything itself.
  const isPassing = status >= 429;
  return { status, language: code, body, head: isPassing ? head : head + answersElement(found) };
}

/** Returns the key of the main data of a page, which is required to render it. */
function questionOf(path: string, query: string, serviceId: string | undefined): string {
  if (serviceId !== undefined) return `service ${serviceId}`;
  if (path.startsWith('/check')) return `check ${checkedIn(query)}`;
  if (path.startsWith('/stats')) return 'stats';
  if (path.startsWith('/docs')) return 'openapi';
  return path.startsWith('/compare') ? `compare ${comparedIn(query).join()}` : viewAddress(readView(query));
}

/**
 * Embeds the data as JSON, so that no policy must allow it to run. The keys are sorted, so that the output does not
 * depend on the order of responses. `<` is escaped, so that no tag in the data can end the element.
 */
function answersElement(found: ReadonlyMap<string, Found>): string {
  const json = JSON.stringify(Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))).replaceAll(
    '<',
    '\\u003c',
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}
