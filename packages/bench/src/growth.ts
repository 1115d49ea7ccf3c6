import type { Registration } from '@shirube/contracts';
import { type Language, loadLanguage } from '@shirube/language';
import { assertAllServed, get, inFlight } from './cases/loadCase.js';
import { intentPath } from './cases/searches.js';
import { listPath, listQueries } from './catalog/listQueries.js';
import { madeCatalog } from './catalog/madeCatalog.js';
import { intentQueries, keywordQueries } from './catalog/textQueries.js';
import { median } from './compare.js';
import { type FilledDirectory, startFilledDirectory } from './filledDirectory.js';
import { type LoadGenerator, startLoadGenerator } from './load/loadGenerator.js';
import type { LoadRequest } from './load/loadJob.js';
import type { BenchOptions } from './options.js';
import { startService } from './processes/directory.js';
import { startParts } from './processes/parts.js';
import { residentMemory } from './processes/usage.js';
import { choosesEmbedded } from './runBench.js';

const sizes = [2_000, 20_000, 200_000, 1_000_000];
const warmUpSeconds = 2;
const ratioRounds = 12;
const warmUpRounds = 4;

async function medianOf(
  load: LoadGenerator,
  origin: string,
  requests: LoadRequest[],
  seconds: number,
): Promise<number> {
  const set = await load.keep(requests);
  await load.run(set, { origin, connections: 1, seconds: warmUpSeconds });
  const result = await load.run(set, { origin, connections: 1, seconds });
  assertAllServed(result);
  return result.accepted.p50;
}

/** Starts another read API and returns the seconds until its first response to an intent. */
async function startToIntent(directory: FilledDirectory, intent: string): Promise<number> {
  if (!directory.meilisearch) return 0;
  const started = performance.now();
  const service = await startService('read-api', directory);
  const response = await fetch(`${service.url}${intentPath(intent)}`);
  await response.arrayBuffer();
  const seconds = (performance.now() - started) / 1_000;
  await service.stop();
  if (!response.ok) throw new Error(`the first intent was answered with ${response.status}`);
  return seconds;
}

/**
 * Measures how request time and memory grow with the catalog, for our services and for the engine alone. If the
 * measurement of a size is disturbed, it is reported and left out, and the exit status is 1.
 */
export async function growth(options: BenchOptions, say: (text: string) => void): Promise<Record<string, number>[]> {
  const embedded = await choosesEmbedded(options, say);
  const language = await loadLanguage();
  const load = startLoadGenerator();
  const parts = await startParts({ embedded });
  const rows: Record<string, number>[] = [];
  const measureSize = async (size: number) => {
    const catalog = await madeCatalog(size);
    say(`loading and indexing ${size} services`);
    const directory = await startFilledDirectory(parts, catalog);
    say(`measuring ${size} services`);
    const { seconds } = options;
    return measure({ directory, catalog, language, load, seconds }).finally(() => directory.close());
  };
  try {
    for (const size of sizes.filter((wanted) => wanted <= options.services)) {
      try {
        rows.push(await measureSize(size));
      } catch (error) {
        say(`${size} services: disturbed, ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      }
    }
  } finally {
    load.close();
    await parts.close();
  }
  return rows;
}

interface Measured {
  directory: FilledDirectory;
  catalog: readonly Registration[];
  language: Language;
  load: LoadGenerator;
  seconds: number;
}

async function measure({ directory, catalog, language, load, seconds }: Measured) {
  const { read, meilisearch } = directory;
  const engine = await directory.engine();
  const queryCount = 1_000;
  const lists = listQueries(catalog, queryCount);
  const keywords = keywordQueries(catalog, language, queryCount);
  const intents = intentQueries(catalog, language, queryCount);
  const ours = (requests: LoadRequest[]) => medianOf(load, read.url, requests, seconds);
  const theirs = (requests: LoadRequest[]) => medianOf(load, engine.origin, requests, seconds);
  /** Intents per second divided by plain two-word searches per second, measured alternately, sixteen concurrent. */
  const ratio = async (queries: typeof intents): Promise<number> => {
    const asked = await load.keep(queries.map(({ intent }) => get(intentPath(intent))));
    const plain = await load.keep(queries.map(({ words }) => engine.search(words)));
    const rate = async (set: string, origin: string) => {
      const result = await load.run(set, { origin, connections: inFlight, seconds });
      assertAllServed(result);
      return result.perSecond;
    };
    const ratios: number[] = [];
    for (let round = 0; round < ratioRounds; round += 1) {
      ratios.push((await rate(asked, read.url)) / (await rate(plain, engine.origin)));
    }
    return median(ratios.slice(warmUpRounds));
  };
  return {
    services: catalog.length,
    'list ms': await ours(lists.map((query) => get(listPath(query)))),
    'engine list ms': await theirs(lists.map(engine.list)),
    'keyword ms': await ours(keywords.map((q) => get(`/api/catalog/search?q=${encodeURIComponent(q)}`))),
    'engine keyword ms': await theirs(keywords.map(engine.search)),
    'intent ms': await ours(intents.map(({ intent }) => get(intentPath(intent)))),
    'intent by search': await ratio(intents),
    'read API MB': await residentMemory(read.pid),
    'engine MB': meilisearch ? await residentMemory(meilisearch.pid) : 0,
    'start to intent s': await startToIntent(directory, intents[0]?.intent ?? ''),
    'indexed/s': directory.indexedPerSecond,
  };
}
