import type { CallOptions, DirectoryClient, ListPage } from '@shirube/client';
import type { ListQuery, Problem } from '@shirube/contracts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What the pages that are rendered on the server ask of the directory. */
export interface Reads
  extends Pick<DirectoryClient, 'intent' | 'detail' | 'status' | 'categories' | 'currencies' | 'facets'> {
  list(query: ListQuery, options?: CallOptions): Promise<Pick<ListPage, 'services' | 'total'>>;
}

export type Load<T> = (signal: AbortSignal, reads: Reads) => Promise<T>;

/** What was found out for a question: an answer, or why there is none. */
export type Found = { value: unknown } | { problem: Problem };

/** What a page that is rendered on the server has in place of a browser. */
export interface Rendering {
  /** Path and query of the address. */
  place: { path: string; search: string };
  /** The address of the directory, without a path. */
  origin: string;
  /** What is known by now; what is not is asked for, and there when the page is rendered again. */
  find(key: string, load: Load<unknown>): Found | undefined;
}

export const RenderingContext = createContext<Rendering | undefined>(undefined);

/** The address of the directory, without a path. */
export function useOrigin(): string {
  const rendering = useContext(RenderingContext);
  return rendering ? rendering.origin : location.origin;
}
