import { type KeptPostgres, keepLocalPostgres } from '@shirube/local-postgres';
import { freePort } from '@shirube/processes';

/** The Postgres of the stack: one of our own, which can be stopped and started, or a given one, which cannot. */
export interface PostgresPart {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresPartOptions {
  directory: string;
  /** One that is used as it is. */
  url: string | undefined;
  /** Told how it died; it is started again. */
  onDied(reason: string): void;
}

/** Runs a Postgres in the directory that keeps its address, and starts it again when it dies, however often. */
export async function startPostgres({ directory, url, onDied }: PostgresPartOptions): Promise<PostgresPart> {
  if (url) {
    const notOurs = async () => {
      throw new Error('This Postgres was given by its address, and is not the stack’s to start or stop.');
    };
    return { url, start: notOurs, stop: notOurs };
  }
  const port = await freePort();
  const start = () =>
    keepLocalPostgres({
      dataDir: directory,
      port,
      patienceMilliseconds: Number.POSITIVE_INFINITY,
      onDied,
      onBack: () => {},
    });
  let running: KeptPostgres | undefined = await start();
  return {
    url: running.url,
    async start() {
      running ??= await start();
    },
    async stop() {
      const stopping = running;
      running = undefined;
      await stopping?.stop();
    },
  };
}
