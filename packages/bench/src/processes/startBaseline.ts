import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A baseline server in a separate process. */
export interface Baseline {
  url: string;
  stop(): void;
}

/** Starts a file of `baselines`, passes its input, and waits until it listens. */
export async function startBaseline(file: string, input: unknown): Promise<Baseline> {
  const child = fork(fileURLToPath(new URL(`../baselines/${file}`, import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
    // A separate process group, as for the services, because schedulers share processor time between groups.
    detached: true,
  });
  child.send({ input });
  const gone = once(child, 'exit').then(() => {
    throw new Error(`the baseline ${file} did not start`);
  });
  gone.catch(() => {});
  const [{ url }] = await Promise.race([once(child, 'message'), gone]);
  return { url, stop: () => child.disconnect() };
}
