#!/usr/bin/env node
import { run } from './run.js';

// Whoever reads the output may stop reading, as `head` does: that ends the command, and is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2));
