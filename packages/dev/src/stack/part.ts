import { open, readFile } from 'node:fs/promises';
import { endProcess, killGroup } from '@shirube/local-postgres';
import { type GuardedProcess, type Program, startGuarded, untilReady } from '../processes/index.js';

/** Creates the parts of one stack, and reports each of them once it runs. */
export interface PartFactory {
  directory: string;
  part(program: Program): Part;
  started(name: string, starting: Promise<unknown>): Promise<void>;
}

/** A part of the stack. It keeps its address and its data across restarts. */
export interface Part {
  readonly name: string;
  readonly url: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it, and returns once it can be used. */
  start(): Promise<void>;
  /** Starts it without waiting until it is ready. */
  launch(): Promise<void>;
  /** Resolves once it can be used. */
  ready(): Promise<void>;
  /** Stops it gracefully, and kills it if that takes too long. */
  stop(): Promise<void>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** What it has written to its log so far. */
  output(): Promise<string>;
}

export interface PartOptions {
  directory: string;
  /** Called when the part exits unexpectedly. */
  onUnexpectedEnd(part: Part, how: string): void;
}

const readyWithin = 120_000;
const stopWithin = 28_000;

/** The environment variables that any program may need. All others could change how a part behaves. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return { PATH, HOME, TMPDIR, TZ };
}

/** Creates a part from a program without starting it. */
export function createPart(program: Program, { directory, onUnexpectedEnd }: PartOptions): Part {
  const logFile = `${directory}/${program.name}.log`;
  let running: GuardedProcess | undefined;

  async function launch(): Promise<void> {
    if (running) return;
    // Appends, so that the log of earlier runs is kept.
    const log = await open(logFile, 'a', 0o600);
    const started = await startGuarded(program.command, program.args, {
      cwd: directory,
      env: { ...plainEnvironment(), ...program.env },
      log: log.fd,
    }).finally(() => log.close());
    running = started;
    void started.exited.then(({ code, signal }) => {
      // As in a container, no process outlives the first one: workers of a dead nginx would keep its port.
      killGroup(started.pid);
      if (running !== started) return;
      running = undefined;
      onUnexpectedEnd(part, signal ? `killed by ${signal}` : `exited with status ${code}`);
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
