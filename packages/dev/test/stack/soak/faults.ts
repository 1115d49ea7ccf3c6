import { setTimeout as delay } from 'node:timers/promises';
import { guardAgainstDeath } from '@shirube/local-postgres';
import { signalPostgres } from '@shirube/testing';
import type { Part } from '../../../dist/processes/index.js';
import type { Stack } from '../../../dist/stack/index.js';

/** A fault of one part. The part runs normally again when `cause` resolves. */
export interface Fault {
  name: string;
  cause(): Promise<void>;
}

const frozenMilliseconds = 20_000;

/** Freezes the whole process group of a part, because the workers of nginx are separate processes. */
async function freeze(part: Part): Promise<void> {
  const pid = part.pid();
  if (!pid) throw new Error(`${part.name} does not run`);
  const callOff = guardAgainstDeath(-pid, 'CONT');
  process.kill(-pid, 'SIGSTOP');
  await delay(frozenMilliseconds);
  process.kill(-pid, 'SIGCONT');
  callOff();
  await part.ready();
}

/** Returns the faults of every part of the stack: killed and frozen. */
export function everyFault(stack: Stack, killPostgres: () => Promise<void>): Fault[] {
  const { writeApis, readApis, indexers, searchNodes, redis, gateway, monitor } = stack;
  const parts = [...writeApis, ...readApis, ...indexers, ...searchNodes.map((node) => node.meilisearch), redis];
  const faults = [...parts, gateway, monitor].flatMap((part) => [
    { name: `${part.name} frozen`, cause: () => freeze(part) },
    { name: `${part.name} killed`, cause: () => part.kill().then(() => part.start()) },
  ]);
  const frozenPostgres = async () => {
    await signalPostgres(stack.directory, 'SIGSTOP');
    await delay(frozenMilliseconds);
    await signalPostgres(stack.directory, 'SIGCONT');
  };
  faults.push({ name: 'postgres killed', cause: killPostgres }, { name: 'postgres frozen', cause: frozenPostgres });
  // A step coprime to the number of faults visits each of them, and spreads those of the same part.
  return faults.map((fault, at) => faults[(at * 7) % faults.length] ?? fault);
}
