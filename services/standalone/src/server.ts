import { parseArgs } from 'node:util';
import { countServices, createKey, type Database, listKeys } from '@shirube/catalog';
import { loadLanguage, readFirstSentences } from '@shirube/language';
import { superviseLocalPostgres } from '@shirube/local-postgres';
import { type Logger, runService, type Settings } from '@shirube/service-kit';
import { buildDirectory, type Directory } from './app.js';
import { banner } from './banner.js';
import { loadDemo } from './loadDemo.js';
import { usage } from './usage.js';

/** Creates an admin key on the first start of a catalog; returns undefined later. */
async function firstKey(database: Database): Promise<string | undefined> {
  if ((await listKeys(database)).length > 0) return undefined;
  const { key } = await createKey(database, { name: 'first start', scopes: ['services:write', 'admin'] });
  return key;
}

function readArguments(): { demo: boolean } {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean' }, help: { type: 'boolean' } } });
    if (values.help) {
      process.stdout.write(usage());
      process.exit(0);
    }
    return { demo: values.demo ?? false };
  } catch (error) {
    // The rest of the message explains shell syntax.
    const [sentence] = String(error instanceof Error ? error.message : error).split(/\. |\n/);
    process.stderr.write(`${sentence}. See: npm start -- --help\n`);
    process.exit(2);
  }
}

interface OpenPostgres {
  url: string;
  lost?: Promise<Error>;
  stop(): Promise<void>;
}

/** Returns the configured Postgres, or starts one that lives as long as this process. */
async function openPostgres(settings: Settings, log: Logger): Promise<OpenPostgres> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} };
  const postgres = await superviseLocalPostgres({
    dataDir: settings.DATA_DIR,
    patienceMilliseconds: settings.POSTGRES_PATIENCE * 1000,
    onDied: (reason) => log.error(`Postgres has died: ${reason}. Restarting it.`),
    onBack: () => log.warn('Postgres runs again.'),
  });
  // A long timeout, because on a slow machine both start at the same time. It costs nothing in an outage: a local
  // Postgres that is down refuses connections at once.
  return { ...postgres, url: `${postgres.url}?connect_timeout=15` };
}

const { demo } = readArguments();
// People read this terminal, so only warnings and errors are logged by default.
process.env.LOG_LEVEL ||= 'warn';

await runService('standalone', async (settings, log, signal) => {
  // Preloads while Postgres starts. Code that needs it gets the rejection.
  loadLanguage().then(readFirstSentences, () => {});
  const postgres = await openPostgres(settings, log);
  const hopeless = new AbortController();
  void postgres.lost?.then((error) => hopeless.abort(error));
  try {
    const directory = await buildDirectory({
      settings: { ...settings, DATABASE_URL: postgres.url },
      log,
      signal: AbortSignal.any([signal, hopeless.signal]),
    });
    await open(directory, settings).catch(async (error) => {
      await directory.close();
      throw error;
    });
    return {
      lost: postgres.lost,
      async close() {
        await directory.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw hopeless.signal.aborted ? hopeless.signal.reason : error;
  }
});

/** Starts listening and prints the banner. */
async function open(directory: Directory, { HOST, PORT }: Settings): Promise<void> {
  const address = await directory.app.listen({ host: HOST, port: PORT }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${PORT} of ${HOST} is in use by another program: stop it, or set PORT to another.`);
  });
  const key = await firstKey(directory.database);
  if (demo) await showDemoLoading(directory);
  console.log(banner({ address, key, services: await countServices(directory.database) }));
}

async function showDemoLoading({ database, enqueue }: Directory): Promise<void> {
  const interactive = process.stdout.isTTY;
  const loaded = await loadDemo(database, {
    enqueue,
    onProgress: (done, of) => {
      if (interactive) process.stdout.write(`\r  Loading the demo catalog: ${done} of ${of}`);
    },
  });
  console.log(
    `${interactive ? '\r' : ''}  Demo catalog: ${loaded} ${loaded === 1 ? 'service' : 'services'} loaded.           `,
  );
}
