import type { Bench } from './benchCase.js';
import { assertAllServed, get } from './cases/loadCase.js';
import { intent, intentPath, keywordPath } from './cases/searches.js';
import { generateCatalog } from './catalog/generateCatalog.js';
import { listPath, listQueries } from './catalog/listQueries.js';
import { intentQueries, keywordQueries } from './catalog/textQueries.js';
import { compare } from './compare.js';
import type { FilledDirectory } from './filledDirectory.js';
import type { LoadRequest } from './load/loadJob.js';
import type { BenchOptions } from './options.js';
import { startService } from './processes/directory.js';
import { residentMemory } from './processes/usage.js';
import { withBench } from './runBench.js';

const sizes = [2_000, 20_000, 200_000, 1_000_000];
const queryCount = 1_000;
const warmUpSeconds = 2;
const ratioRounds = 8;

/** Starts another read API and returns the seconds until its first response to an intent. */
async function startToIntent(directory: FilledDirectory, text: string): Promise<number> {
  if (!directory.meilisearch) return 0;
  const started = performance.now();
  const service = await startService('read-api', directory);
  const response = await fetch(`${service.url}${intentPath(text)}`);
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
  const rows: Record<string, number>[] = [];
  for (const size of sizes.filter((wanted) => wanted <= options.services)) {
    try {
      rows.push(await withBench(options, { catalog: await generateCatalog(size), say }, measure));
    } catch (error) {
      say(`${size} services: disturbed, ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  return rows;
}

async function measure(bench: Bench) {
  const { catalog, language, load, seconds, say } = bench;
  const directory = await bench.directory();
  const { read, meilisearch } = directory;
  const engine = await directory.engine();
  say(`measuring ${catalog.length} services`);
  const lists = listQueries(catalog, queryCount);
  const keywords = keywordQueries(catalog, language, queryCount);
  const intents = intentQueries(catalog, language, queryCount).map((query) => query.intent);
  const medianOf = async (origin: string, requests: LoadRequest[]) => {
    const set = await load.keep(requests);
    await load.run(set, { origin, connections: 1, seconds: warmUpSeconds });
    const result = await load.run(set, { origin, connections: 1, seconds });
    assertAllServed(result);
    return result.accepted.p50;
  };
  const bySearch = await compare(bench, intent, ratioRounds);
  if (bySearch.disturbed.length > 0) throw new Error(bySearch.disturbed.join('; '));
  return {
    services: catalog.length,
    'list ms': await medianOf(read.url, lists.map(listPath).map(get)),
    'engine list ms': await medianOf(engine.origin, lists.map(engine.list)),
    'keyword ms': await medianOf(read.url, keywords.map(keywordPath).map(get)),
    'engine keyword ms': await medianOf(engine.origin, keywords.map(engine.search)),
    'intent ms': await medianOf(read.url, intents.map(intentPath).map(get)),
    'intent by search': bySearch.ratio,
    'read API MB': await residentMemory(read),
    'engine MB': meilisearch ? await residentMemory(meilisearch) : 0,
    'start to intent s': await startToIntent(directory, intents[0] ?? ''),
    'indexed/s': directory.indexedPerSecond,
  };
}
