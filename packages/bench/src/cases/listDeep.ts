import type { BenchCase } from '../benchCase.js';
import { get, loadCase } from './loadCase.js';

const pageSize = 20;

/** The links from page to page through the whole list. */
async function nextLinks(origin: string, first: string): Promise<string[]> {
  const links: string[] = [];
  for (let path: string | undefined = first; path; ) {
    const response: Response = await fetch(origin + path);
    await response.arrayBuffer();
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (path) links.push(path);
  }
  return links;
}

/** A bound that every price keeps, so that no two requests are alike and no answer is a kept one. */
const distinct = (path: string, number: number): string => `${path}&maxPricePerRequest=${1_000 + number}`;

export const listDeep: BenchCase = {
  name: 'list-deep',
  title: 'list by name, following next to the end',
  baseline: 'the first page of the same list, at the directory itself',
  // Every page within 1.5 times of the first.
  atLeast: 0.67,
  async prepare(bench) {
    const { read } = await bench.directory();
    const first = `/api/services?sortBy=name&limit=${pageSize}`;
    const links = await nextLinks(read.url, first);
    // The deepest half, each some times.
    const deep = links.slice(links.length >> 1);
    const requests = Array.from({ length: 20_000 }, (_, n) => get(distinct(deep[n % deep.length] ?? first, n)));
    return loadCase(
      bench,
      { origin: read.url, requests },
      { origin: read.url, requests: requests.map((_, n) => get(distinct(first, n + requests.length))) },
    );
  },
};
