import { Readable } from 'node:stream';
import { run } from '../dist/run.js';

export type Environment = Record<string, string | undefined>;

/** Runs a command line in this process, one at a time, with its own variables, input and outputs. */
export async function inProcess(args: readonly string[], env: Environment, input: string) {
  const { stdout, stderr } = process;
  const outputs = { stdout: '', stderr: '' };
  const own = { env: process.env, in: process.stdin, out: stdout.write, err: stderr.write };
  const into = (name: keyof typeof outputs) => (text: string | Uint8Array) => {
    outputs[name] += text;
    return true;
  };
  process.env = { ...process.env, ...env };
  useInput(Readable.from([Buffer.from(input)]));
  stdout.write = into('stdout');
  stderr.write = into('stderr');
  try {
    return { code: await run(args), ...outputs };
  } finally {
    process.env = own.env;
    useInput(own.in);
    stdout.write = own.out;
    stderr.write = own.err;
  }
}

const useInput = (value: Readable) => Object.defineProperty(process, 'stdin', { value, configurable: true });
