import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into each service of the soak test. V8 keeps garbage and spare heap, so the size of a process reflects its
// recent work and not whether it grows. Therefore it collects garbage first, and reports what is left.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const file = `${process.env.SOAK_DIRECTORY}/${process.pid}`;
  writeFileSync(`${file}.new`, String((heapUsed + external) / 2 ** 20));
  renameSync(`${file}.new`, file);
});
