import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Environment, inProcess } from './inProcess.js';

/** The program that gets installed. */
export const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Clears environment variables that would make the program use parts outside the test. */
const nothing = {
  DATABASE_URL: '',
  REDIS_URL: '',
  MEILI_URL: '',
  MEILI_API_KEY: '',
  BOOTSTRAP_API_KEY: '',
  npm_lifecycle_event: '',
};

/** Starts the program with an open standard input. */
export function startShirube(args: readonly string[], env: Environment) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...nothing, ...env } });
  // A test may stop reading the output.
  const output = text(child.stdout).catch(() => '');
  const ended = Promise.all([once(child, 'exit'), output, text(child.stderr)]).then(([[code], stdout, stderr]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  return { child, ended };
}

/** Runs the program until it exits. */
export function runProgram(args: readonly string[], env: Environment, input = '') {
  const { child, ended } = startShirube(args, env);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return ended;
}

/** Runs a command until it ends, in this process, which saves starting another one. */
export const shirube = (args: readonly string[], env: Environment = {}, input = '') =>
  inProcess(args, { ...nothing, ...env }, input);

/** Runs a command with --json and returns its parsed output. The command must succeed. */
export async function shirubeJson(args: readonly string[], env: Environment, input = '') {
  const { code, stdout, stderr } = await shirube([...args, '--json'], env, input);
  if (code !== 0) throw new Error(`shirube ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
