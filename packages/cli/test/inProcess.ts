import type { Test } from 'tap';
import { run } from '../src/run.js';

/** Runs a command line that is refused before it reaches for anything, without the cost of a process. */
export async function inProcess(t: Pick<Test, 'capture'>, args: readonly string[]) {
  const stdout = t.capture(process.stdout, 'write', () => true);
  const stderr = t.capture(process.stderr, 'write', () => true);
  const written = (output: typeof stdout) =>
    output()
      .map(({ args: [text] }) => String(text))
      .join('');
  try {
    const code = await run(args);
    return { code, stdout: written(stdout), stderr: written(stderr) };
  } finally {
    stdout.restore();
    stderr.restore();
  }
}
