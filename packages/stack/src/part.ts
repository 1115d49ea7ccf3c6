import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type GuardedProcess, startGuarded } from './guardedProcess.js';

/** How to run one part of the stack. */
export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  url: string;
  /** Resolves to true once the part can be used. */
  isReady(): Promise<boolean>;
}

/** One running part of the stack. It keeps its address and its data from one start to the next. */
export interface Part {
  readonly name: string;
  readonly url: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it, and returns once it can be used. */
  start(): Promise<void>;
  /** Starts it without waiting for anything. */
  launch(): Promise<void>;
  /** Resolves once it can be used. */
  ready(): Promise<void>;
  /** Ends it in an orderly way; at once when that takes too long. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** What it has written to its log so far. */
  output(): Promise<string>;
}

export interface PartOptions {
  directory: string;
  /** Told how the part ended when nobody asked it to. */
  onUnexpectedEnd(part: Part, how: string): void;
}

const readyWithin = 120_000;
const stopWithin = 14_000;

/** Variables of the surroundings that any program may need; all others could change what a part does. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return { PATH, HOME, TMPDIR, TZ };
}

/** Makes a part of a program; it does not run yet. */
export function createPart(program: Program, { directory, onUnexpectedEnd }: PartOptions): Part {
  const logFile = `${directory}/${program.name}.log`;
  let running: GuardedProcess | undefined;

  async function launch(): Promise<void> {
    if (running) return;
    const started = await startGuarded({
      command: program.command,
      args: program.args,
      cwd: directory,
      env: { ...plainEnvironment(), ...program.env },
      logFile,
    });
    running = started;
    void started.exited.then((how) => {
      if (running !== started) return;
      running = undefined;
      onUnexpectedEnd(part, how);
    });
  }

  async function ready(): Promise<void> {
    const deadline = performance.now() + readyWithin;
    while (!(await program.isReady().catch(() => false))) {
      if (!running || performance.now() > deadline) {
        const lines = (await part.output()).trim().split('\n').slice(-5).join('\n');
        const what = running ? `is not ready after ${readyWithin / 1000} s` : 'ended while it started';
        throw new Error(`${program.name} ${what}. The end of its log:\n${lines}`);
      }
      await delay(25);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = running;
    if (!ending) return;
    running = undefined;
    ending.kill(signal);
    const patience = new AbortController();
    delay(stopWithin, undefined, { signal: patience.signal }).then(
      () => ending.kill('SIGKILL'),
      () => {},
    );
    await ending.exited;
    patience.abort();
  }

  const part: Part = {
    name: program.name,
    url: program.url,
    pid: () => running?.pid,
    launch,
    ready,
    async start() {
      await launch();
      await ready();
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => readFile(logFile, 'utf8').catch(() => ''),
  };
  return part;
}
