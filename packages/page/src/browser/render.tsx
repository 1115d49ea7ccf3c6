import type { Problem } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { asCode, preferredLanguage } from './language/languageCode.js';
import { Page } from './page.js';
import { headOf } from './pageHead.js';
import { type Found, type Load, type Reads, RenderingContext } from './rendering.js';
import { readView, serviceIn, viewAddress } from './view.js';

export { preferredLanguage } from './language/languageCode.js';
export type { Reads } from './rendering.js';

/** A page to be rendered. */
export interface RenderRequest {
  /** Path and query. */
  url: string;
  /** The language of the visitor, where the address names none. */
  language: string | undefined;
  /** The address of the directory, without a path. */
  origin: string;
  reads: Reads;
  /** What a visitor is told of an error of `reads`; what it does not know is thrown. */
  problemOf: (error: unknown) => Problem | undefined;
}

export interface Rendered {
  status: number;
  language: string;
  head: string;
  body: string;
}

// A part may ask for something only when what it asked for first is there.
const mostPasses = 5;
const knownPages = /^\/(account(\/.*)?|docs\/?)?$/;

/** Renders a page with the components of the browser, which goes on from there with what was found out for it. */
export async function renderPage({ url, language, origin, reads, problemOf }: RenderRequest): Promise<Rendered> {
  const [path = '/', query = ''] = url.split('?', 2);
  const place = { path, search: query && `?${query}` };
  const code = asCode(new URLSearchParams(query).get('lang')) ?? preferredLanguage(language);
  const serviceId = serviceIn(path);
  const question = serviceId === undefined ? viewAddress(readView(query)) : `service ${serviceId}`;
  const found = new Map<string, Found>();
  const unknown = new Set<string>();

  async function ask(key: string, load: Load<unknown>): Promise<void> {
    try {
      found.set(key, { value: await load(new AbortController().signal, reads) });
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      // What may pass is asked for by the browser, which tries again; only what the page is about must be there.
      if (key === question || problem.status < 429) found.set(key, { problem });
      else unknown.add(key);
    }
  }

  function renderOnce(): { body: string; asked: Promise<void>[] } {
    const asked = new Map<string, Promise<void>>();
    const find = (key: string, load: Load<unknown>) => {
      // Scripts are the browser's.
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

  let { body, asked } = renderOnce();
  for (let pass = 1; asked.length > 0 && pass < mostPasses; pass += 1) {
    await Promise.all(asked);
    ({ body, asked } = renderOnce());
  }
  const main = found.get(question);
  const problem = main && 'problem' in main ? main.problem : undefined;
  const isKnown = serviceId !== undefined || knownPages.test(path);
  const status = problem?.status ?? (isKnown ? 200 : 404);
  const head = headOf({ place, origin, code, found, status });
  // Without it the browser asks for everything itself.
  const isPassing = status >= 429;
  return { status, language: code, body, head: isPassing ? head : head + answersElement(found) };
}

/** As data, which no policy need allow to run, in an order that does not depend on what came first. It ends at no tag that it may hold. */
function answersElement(found: ReadonlyMap<string, Found>): string {
  const json = JSON.stringify(Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))).replaceAll(
    '<',
    '\\u003c',
  );
  return `<script type="application/json" id="answers">${json}</script>`;
}
