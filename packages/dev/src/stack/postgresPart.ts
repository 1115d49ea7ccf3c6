import { freePort, type SupervisedPostgres, superviseLocalPostgres } from '@shirube/local-postgres';

/** The Postgres of the stack: either our own, which can be stopped and started, or a given one, which cannot. */
export interface PostgresPart {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface PostgresPartOptions {
  directory: string;
  /** The address of an existing Postgres to use instead. */
  url: string | undefined;
  /** Called with the reason when it dies. It is restarted automatically. */
  onDied(reason: string): void;
}

/** Runs a Postgres in the directory. It keeps its address, and is restarted whenever it dies. */
export async function startPostgres({ directory, url, onDied }: PostgresPartOptions): Promise<PostgresPart> {
  if (url) {
    const notOurs = async () => {
      throw new Error('This Postgres was given by its address: the stack cannot start or stop it.');
    };
    return { url, start: notOurs, stop: notOurs };
  }
  const port = await freePort();
  const start = () => superviseLocalPostgres({ dataDir: directory, port, onDied });
  let running: SupervisedPostgres | undefined = await start();
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
