import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Owner {
  url: string;
  process: ChildProcess;
}

/** Starts another process that runs Postgres on the data directory until it is killed or its input ends. */
export async function startOwner(t: { teardown(fn: () => unknown): void }, dataDir: string): Promise<Owner> {
  const script = fileURLToPath(new URL('ownerProcess.js', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [url] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('The owner ended before Postgres was ready.'))),
  ]);
  return { url, process: child };
}
