import { setTimeout as pause } from 'node:timers/promises';

const mostMsEach = 10;

/** Waits until the list contains this many services. */
export async function untilTotal(url: string, total: number): Promise<void> {
  const deadline = performance.now() + Math.max(600_000, mostMsEach * total);
  for (;;) {
    const response = await fetch(`${url}/api/services?limit=1`);
    await response.arrayBuffer();
    if (Number(response.headers.get('x-total-count')) === total) return;
    if (performance.now() > deadline) throw new Error(`${total} services did not become searchable`);
    await pause(100);
  }
}
