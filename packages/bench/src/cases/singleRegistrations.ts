import { setTimeout as pause } from 'node:timers/promises';
import type { Registration } from '@shirube/contracts';
import { bootstrapKey } from '../processes/directory.js';

// Searches slow down the engine while it indexes, so there are few of them.
const pollEvery = 20;
const longest = 30_000;

/** Registers services one after the other. Returns the milliseconds from each response until a search finds it. */
export async function singleRegistrations(
  { writeUrl, readUrl }: { writeUrl: string; readUrl: string },
  registration: Registration,
  count: number,
): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const name = `single${String.fromCharCode(97 + i).repeat(8)}`;
    const response = await fetch(`${writeUrl}/api/services`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bootstrapKey}` },
      body: JSON.stringify({ ...registration, name }),
    });
    const started = performance.now();
    if (response.status !== 201) throw new Error(`a single registration was answered ${response.status}`);
    while (!(await isFound(readUrl, name))) {
      if (performance.now() - started > longest) throw new Error(`${name} did not become searchable`);
      await pause(pollEvery);
    }
    delays.push(performance.now() - started);
  }
  return delays;
}

async function isFound(readUrl: string, name: string): Promise<boolean> {
  const response = await fetch(`${readUrl}/api/catalog/search?q=${name}`);
  const { services = [] } = (await response.json()) as { services?: { name: string }[] };
  return services.some((service) => service.name === name);
}
