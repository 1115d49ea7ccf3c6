const rounds = 5;
const attempts = 4;

/**
 * Returns the processor time of `work` as a multiple of that of `usual`. The two alternate, so that a busy machine
 * slows both, and the medians are compared. A result above `enough` is measured again: disturbances only add time.
 */
export async function relativeCost(work: () => unknown, usual: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > enough; attempt += 1) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times[0].push(await processorTime(work));
      times[1].push(await processorTime(usual));
    }
    least = Math.min(least, median(times[0]) / median(times[1]));
  }
  return least;
}

async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
