import { type LocalPostgres, startLocalPostgres } from '@shirube/local-postgres';
import { freePort } from '@shirube/processes';

/** The Postgres of the stack: one of our own, which can be stopped and started, or a given one, which cannot. */
export interface PostgresPart {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a Postgres in the directory that keeps its address; with `url` that one is used as it is. */
export async function startPostgres(directory: string, url: string | undefined): Promise<PostgresPart> {
  if (url) {
    const notOurs = async () => {
      throw new Error('This Postgres was given by its address, and is not the stack’s to start or stop.');
    };
    return { url, start: notOurs, stop: notOurs };
  }
  const port = await freePort();
  const start = () => startLocalPostgres({ dataDir: directory, port });
  let running: LocalPostgres | undefined = await start();
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
