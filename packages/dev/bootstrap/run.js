import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './workspace.js';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Thrown if a command fails. The command has printed the reason itself. */
export class CommandFailed extends Error {}

/**
 * Prints what is being done and runs a command at the root. Its output goes to standard error, because a program may
 * read the standard output of the caller. A signal ends the command first.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 */
export async function run(what, command, args) {
  console.error(`${what} …`);
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', 2, 'inherit'] });
  await handlingSignals(
    (signal) => child.kill(signal),
    async () => {
      const [code, signal] = await once(child, 'exit');
      if (code !== 0) throw new CommandFailed(`${what} ended with ${signal ?? `code ${code}`}`);
    },
  );
}

/**
 * For the duration of the work, signals go to the handler instead of ending this process.
 * @template T
 * @param {(signal: NodeJS.Signals) => unknown} handler
 * @param {() => Promise<T>} work
 */
export async function handlingSignals(handler, work) {
  for (const signal of signals) process.on(signal, handler);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, handler);
  }
}
