import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresOf } from '@shirube/testing';
import type { Stack } from '../../../dist/stack/index.js';

/** The memory of one process of a part over time, including its children. */
interface Life {
  part: string;
  since: number;
  samples: { at: number; megabytes: number }[];
}

/** A process needs a while to reach its normal size. */
const grownUpMilliseconds = 180_000;
/** Processes watched for a shorter time are not judged, because most are killed at some point. */
const comparedMilliseconds = 300_000;
const lookEvery = 20_000;
const tellingMilliseconds = 3_000;

/** Variables that make the services of the stack write their memory usage to this directory. */
export const memoryVariables = (directory: string) => ({
  NODE_OPTIONS: `--import=${new URL('tellOnSignal.js', import.meta.url).href}`,
  SOAK_DIRECTORY: directory,
});

/** Returns the anonymous memory. Pages of mapped files, as Meilisearch uses them, are up to the system to keep. */
async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Includes child processes: the workers of nginx, the connections of Postgres. */
async function megabytesOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  const sizes = await Promise.all([pid, ...stdout.trim().split('\n').map(Number)].filter(Boolean).map(ownMegabytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Asks a process to write its memory usage. One that has just died is ignored. */
function askToTell(pid: number): void {
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Watches the memory of the stack's processes: live objects of services, anonymous memory of all others. */
export function watchMemory(stack: Stack, directory: string) {
  const { writeApis, readApis, indexers, searchNodes, redis, gateway, monitor } = stack;
  const services = [...writeApis, ...readApis, ...indexers, monitor];
  const others = [...searchNodes.map((node) => node.meilisearch), redis, gateway];
  const pids = new Map([...services, ...others].map((part) => [part.name, async () => part.pid()]));
  pids.set('postgres', async () => (await postgresOf(stack.directory)).pid);
  const tell = new Set(services.map(({ name }) => name));
  const lives = new Map<number, Life>();

  async function look(): Promise<void> {
    const grownUp: [number, Life][] = [];
    for (const [part, pidOf] of pids) {
      const pid = await pidOf().catch(() => undefined);
      if (!pid) continue;
      const life = lives.get(pid) ?? { part, since: Date.now(), samples: [] };
      lives.set(pid, life);
      if (Date.now() - life.since < grownUpMilliseconds) continue;
      grownUp.push([pid, life]);
      if (tell.has(part)) askToTell(pid);
    }
    await delay(tellingMilliseconds);
    for (const [pid, { part, samples }] of grownUp) {
      const reportedMegabytes = () => readFile(`${directory}/${pid}`, 'utf8').then(Number, () => 0);
      const megabytes = await (tell.has(part) ? reportedMegabytes() : megabytesOf(pid));
      if (megabytes > 0) samples.push({ at: Date.now(), megabytes });
    }
  }
  const timer = setInterval(() => void look(), lookEvery);

  return {
    /** Returns the growth of each process that was watched for long enough: the median of the first third of its samples compared with the last. */
    stop() {
      clearInterval(timer);
      return [...lives.values()].flatMap(({ part, samples }) => {
        const [from, to] = [samples.at(0)?.at ?? 0, samples.at(-1)?.at ?? 0];
        if (to - from < comparedMilliseconds) return [];
        const third = (to - from) / 3;
        const before = median(samples.filter(({ at }) => at <= from + third));
        const after = median(samples.filter(({ at }) => at >= to - third));
        return [{ part, minutes: (to - from) / 60_000, before, after, percent: (after / before - 1) * 100 }];
      });
    },
  };
}

function median(samples: Life['samples']): number {
  const sizes = samples.map(({ megabytes }) => megabytes).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? Number.NaN;
}
