import { createRelay } from '@shirube/testing';
import pg from 'pg';
import type { Test } from 'tap';

/** Leads to a Postgres whose connections can be made to end in the moment in which they are ready. */
export interface EndingConnections {
  url: string;
  /** Ends those there are; and from now on each as soon as it is ready, so that its user hears of both in one breath. */
  endWhenReady(): Promise<void>;
  /** How many were ended like that. */
  ended(): number;
  /** From now on they live. */
  spare(): void;
  /** What those there are call themselves. */
  names(): Promise<string[]>;
}

/** ReadyForQuery of a connection outside of transactions, the end of what a server says to somebody who comes in. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** BackendKeyData stands before it: a letter, a length, the process, a secret. */
const backendKeyData = { letter: 0x4b, length: 13 };

/** The process in Postgres that says here that it is ready for the first time, if one does. */
function readyProcess(chunk: Buffer): number | undefined {
  const at = chunk.length - readyForQuery.length - backendKeyData.length;
  const isReady = chunk.subarray(-readyForQuery.length).equals(readyForQuery);
  return isReady && chunk[at] === backendKeyData.letter ? chunk.readInt32BE(at + 5) : undefined;
}

export async function endingConnections(t: Test, databaseUrl: string): Promise<EndingConnections> {
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  t.teardown(() => admin.end());
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  let isEnding = false;
  let count = 0;

  const { url, listen } = await createRelay(t, databaseUrl, (user, postgres) => {
    user.pipe(postgres);
    let lastWords: Buffer[] | undefined;
    postgres.on('data', (chunk: Buffer) => {
      const pid = isEnding ? readyProcess(chunk) : undefined;
      if (pid !== undefined) {
        count++;
        lastWords = [];
        void admin.query('select pg_terminate_backend($1)', [pid]);
      }
      if (lastWords) lastWords.push(chunk);
      else user.write(chunk);
    });
    postgres.once('close', () => user.end(Buffer.concat(lastWords ?? [])));
  });
  await listen();

  return {
    url,
    async endWhenReady() {
      isEnding = true;
      await admin.query(`select pg_terminate_backend(pid) ${others}`);
    },
    ended: () => count,
    spare() {
      isEnding = false;
    },
    names: async () => (await admin.query(`select application_name ${others}`)).rows.map((row) => row.application_name),
  };
}
