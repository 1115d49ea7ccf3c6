import { setTimeout as delay } from 'node:timers/promises';

interface Starting {
  name: string;
  /** Milliseconds. */
  within: number;
  hasEnded(): boolean;
  output(): string | Promise<string>;
}

/** Polls until a program is ready. Rejects with the end of its output if it exits or the time is up. */
export async function untilReady(
  isReady: () => Promise<boolean>,
  { name, within, hasEnded, output }: Starting,
): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await isReady().catch(() => false))) {
    const ended = hasEnded();
    if (ended || performance.now() > deadline) {
      const what = ended ? 'exited before it was ready' : `is not ready after ${within / 1000} s`;
      const lines = (await output()).trim().split('\n').slice(-5).join('\n');
      throw new Error(`${name} ${what}. The end of its log:\n${lines}`);
    }
    await delay(25);
  }
}
