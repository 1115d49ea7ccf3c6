import type { Category } from '@shirube/contracts';
import type { ComponentType } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { useCategories } from './directory.js';
import { useMessages } from './language/language.js';
import { FailureNotice } from './notice.js';
import { useOwnKey } from './ownKey.js';
import { applyPageStyles } from './pageStyles.js';
import { documentTitle, type Head, type Load, RenderingContext } from './rendering.js';
import { type Answer, useAnswer } from './useAnswer.js';

/** An address of the page. */
export interface Place {
  path: string;
  search: string;
  /** What stands for `:id` in the path of the page. */
  id: string;
}

export interface PageProps<T> {
  place: Place;
  /** What the page reads. */
  answer: Answer<T>;
  /** Every category, largest first, for pages that use them. */
  categories?: Category[] | undefined;
}

/** What a page reads: a request, and the key under which its response is cached. */
export interface PageRead<T> {
  key: string;
  load: Load<T>;
}

interface Row<T> {
  /** As the server's router writes it; `/*` stands for any further path, or none. */
  path: string;
  component?: ComponentType<PageProps<T>>;
  /** Loads the component instead. The browser does so when the page is first opened. */
  load?: () => Promise<ComponentType<PageProps<T>>>;
  /** What the page is about, and the server must know to render it. `apiKey` is that of the visitor, if any. */
  reads?: (place: Place, apiKey: string | undefined) => PageRead<T> | undefined;
  usesCategories?: boolean;
  useHead: (props: PageProps<T>) => Head;
  /** Whether the page depends on nothing but its language. The server renders it once. */
  isConstant?: boolean;
}

/** A page, whatever it reads. */
export interface Page {
  path: string;
  isConstant: boolean;
  /** Returns the key of what the page reads; undefined if it reads nothing there. */
  keyAt: (place: Place) => string | undefined;
  /** Loads the script of the page, so that it is there at the first render. */
  load: () => Promise<void>;
  View: ComponentType<{ place: Place }>;
}

// An empty key is never loaded.
const nothing = { key: '', load: () => Promise.reject() };

/** Defines a page by its row in the table of pages. */
export function definePage<T>({ path, reads, usesCategories = false, useHead, ...row }: Row<T>): Page {
  let Component = row.component;
  const load = async () => {
    Component ??= (await Promise.all([row.load?.(), applyPageStyles()]))[0];
  };

  function View({ place }: { place: Place }) {
    const rendering = useContext(RenderingContext);
    const messages = useMessages();
    const { key: apiKey } = useOwnKey();
    const read: PageRead<T> = reads?.(place, apiKey) ?? nothing;
    const answer = useAnswer(read.key, read.load);
    const { value: categories } = useCategories(usesCategories);
    const props = { place, answer, categories };
    const head = useHead(props);
    const script = useAnswer(Component ? '' : `script ${path}`, load);
    rendering?.describe(head);
    useLayoutEffect(() => {
      document.title = documentTitle(head);
    });
    if (Component) return <Component {...props} />;
    return (
      <main id="results" class="account-page">
        {script.failure ? (
          <FailureNotice failure={script.failure} asPageTitle />
        ) : (
          <p role="status">{messages.loading}</p>
        )}
      </main>
    );
  }

  const { isConstant = false } = row;
  return { path, isConstant, keyAt: (place) => reads?.(place, undefined)?.key, load, View };
}
