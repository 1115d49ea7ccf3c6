#!/usr/bin/env node
import { run } from './run.js';

// The reader of the output may close the pipe, as `head` does. That ends the command, but is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2));
