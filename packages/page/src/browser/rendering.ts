import type { DirectoryClient } from '@shirube/client';
import type { Problem, ServiceDetail } from '@shirube/contracts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenApiSource } from './reference/openApi.js';

/** The directory calls that server-rendered pages use. */
export interface Reads
  extends OpenApiSource,
    Pick<
      DirectoryClient,
      | 'listServices'
      | 'searchIntent'
      | 'listProviders'
      | 'getProvider'
      | 'getService'
      | 'getServiceStatus'
      | 'getServiceTrust'
      | 'getSnippets'
      | 'getCheckHistory'
      | 'listSimilar'
      | 'listCategories'
      | 'listCurrencies'
      | 'readFacets'
      | 'checkAddress'
      | 'previewRegistrations'
      | 'readStats'
    > {}

export type Load<T> = (signal: AbortSignal, reads: Reads) => Promise<T>;

/** The result of a request: a value, or the problem that it failed with. */
export type Outcome = { value: unknown } | { problem: Problem };

/** The metadata of a page for search engines and link previews. */
export interface Head {
  title: string;
  /** What the site is about by default. */
  description?: string;
  /** The canonical address; the path by default. */
  address?: string;
  /** Whether search engines may index the page: true for permanent content, false for searches. */
  isIndexed?: boolean;
  /** The feed of the page's content. */
  feed?: string;
  /** The service that the page is about. */
  service?: ServiceDetail;
}

const site = 'Shirube 標';

/** Returns the document title of a page, as tabs, history and bookmarks show it. */
export const documentTitle = ({ title }: Head): string => `${title} – ${site}`;

/** How people get an account, as the server is configured. */
export interface SignUp {
  /** Whether a proof opens an account; otherwise the operator does. */
  isOpen: boolean;
  /** Whether a URL can be listed without an account. */
  isListingOpen?: boolean;
  /** Where people reach the operator. */
  contact?: string | undefined;
}

/** What a server-rendered page uses in place of a browser. */
export interface Rendering {
  /** Path and query of the address. */
  place: { path: string; search: string };
  /** The origin of the directory. */
  origin: string;
  signUp: SignUp;
  /** Returns the result if it is known. Otherwise starts to load it for the next render pass. */
  find(key: string, load: Load<unknown>): Outcome | undefined;
  /** Takes the metadata of the page. */
  describe(head: Head): void;
}

export const RenderingContext = createContext<Rendering | undefined>(undefined);

/** The name of the meta element that tells the browser the origin of the directory, as the server is configured. */
export const originName = 'shirube-origin';

/** The origin of the directory. */
export function useOrigin(): string {
  const rendering = useContext(RenderingContext);
  if (rendering) return rendering.origin;
  return document.querySelector<HTMLMetaElement>(`meta[name="${originName}"]`)?.content ?? location.origin;
}
