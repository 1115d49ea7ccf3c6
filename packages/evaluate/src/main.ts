#!/usr/bin/env node
import { run } from './run.js';

// A signal ends the process through its exit handlers, which stop the processes that were started.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}

process.exitCode = await run(process.argv.slice(2), console);
