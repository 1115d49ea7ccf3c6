import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './workspace.js';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Thrown when a command did not succeed; it has said why itself. */
export class CommandFailed extends Error {}

/**
 * Says what is being done and runs a command for it at the root, its output shown on standard error, as the output of
 * whatever it is done for may be read by a program; a signal ends the command first.
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
 * While the work lasts, a signal goes to the handler instead of ending this process.
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
