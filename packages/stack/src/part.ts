import { open, readFile } from 'node:fs/promises';
import { endProcess, type GuardedProcess, killGroup, type Program, startGuarded, untilReady } from '@shirube/processes';

/** Makes the parts of one stack, and reports each once it runs. */
export interface Workshop {
  directory: string;
  part(program: Program): Part;
  started(name: string, starting: Promise<unknown>): Promise<void>;
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
    // What was there stays.
    const log = await open(logFile, 'a', 0o600);
    const started = await startGuarded(program.command, program.args, {
      cwd: directory,
      env: { ...plainEnvironment(), ...program.env },
      log: log.fd,
    }).finally(() => log.close());
    running = started;
    void started.exited.then(({ code, signal }) => {
      // As in a container nothing outlives the first process: workers of a dead nginx would keep its port.
      killGroup(started.pid);
      if (running !== started) return;
      running = undefined;
      onUnexpectedEnd(part, signal ? `killed by ${signal}` : `ended with status ${code}`);
    });
  }

  const ready = () =>
    untilReady(program.isReady, {
      name: program.name,
      within: readyWithin,
      hasEnded: () => running === undefined,
      output: () => part.output(),
    });

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = running;
    if (!ending) return;
    running = undefined;
    await endProcess(ending, { signal, within: stopWithin });
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
