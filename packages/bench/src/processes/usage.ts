import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Part } from '@shirube/dev/processes';

/** Returns the resident memory of a process in megabytes. */
export async function residentMemory({ pid }: Part): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid())]);
  return Number(stdout) / 1024;
}

/** Returns the CPU time that a process has used, in seconds. */
export async function cpuSeconds({ pid }: Part): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid())]);
  const [seconds = 0, minutes = 0, hours = 0] = stdout.trim().split(/[-:]/).map(Number).reverse();
  return seconds + 60 * minutes + 3600 * hours;
}

/** Watches a process while `work` runs, and returns its maximum growth in megabytes. */
export async function memoryGrowth(part: Part, work: () => Promise<unknown>): Promise<number> {
  const before = await residentMemory(part);
  let most = before;
  const timer = setInterval(() => {
    residentMemory(part).then(
      (now) => {
        most = Math.max(most, now);
      },
      () => clearInterval(timer),
    );
  }, 100);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}
