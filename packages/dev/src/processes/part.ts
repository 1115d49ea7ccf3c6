import { open, readFile } from 'node:fs/promises';
import { endProcess, killGroup } from '@shirube/local-postgres';
import { type GuardedProcess, startGuarded } from './startGuarded.js';
import { untilReady } from './untilReady.js';

/** How to run a server. */
export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string> | undefined;
  url: string;
  /** Whether it is ready for use. */
  isReady(): Promise<boolean>;
}

/** A server that runs as a process of its own. It keeps its address and its data across restarts. */
export interface Part {
  readonly name: string;
  readonly url: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it, and returns once it can be used. If it never can, it is stopped. */
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

interface PartOptions {
  /** Its working directory, which gets its log. */
  directory: string;
  /** Milliseconds. */
  readyWithin?: number;
  /** Called when the part exits unexpectedly. */
  onUnexpectedEnd?: (part: Part, how: string) => void;
}

const stopWithin = 28_000;

/** The environment variables that any program may need. All others could change how a part behaves. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return { PATH, HOME, TMPDIR, TZ };
}

/** Creates a part from a program without starting it. It ends with this process, for any reason. */
export function createPart(
  program: Program,
  { directory, readyWithin = 120_000, onUnexpectedEnd = () => {} }: PartOptions,
): Part {
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
      await ready().catch(async (error) => {
        await part.stop();
        throw error;
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => readFile(logFile, 'utf8').catch(() => ''),
  };
  return part;
}
