const rounds = 5;
const attempts = 4;

/**
 * How many times the processor time of `usual` the other work takes. They take turns, so that a busy machine slows both,
 * and the median of each counts. What is above `enough` is measured again: disturbances add, and never take away.
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
