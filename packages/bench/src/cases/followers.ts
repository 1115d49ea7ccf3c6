import http from 'node:http';
import { changeService, openDatabase } from '@shirube/catalog';
import type { Bench, BenchCase, Condition } from '../benchCase.js';
import { residentMemory } from '../processes/usage.js';
import { assertAllServed, get, inFlight } from './loadCase.js';

const followerCount = 1_000;
const changesPerSecond = 2;
const mostKilobytes = 50;
/** Followers that do not read are disconnected after 10 s. */
const patienceSeconds = 40;
const warmUps = 4;

interface Followers {
  eventCount(): number;
  close(): void;
}

/** Connects a follower, and resolves once the service has accepted it. */
function follow(url: string, onData: () => void): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { headers: { accept: 'text/event-stream' }, agent: false };
    const request = http.get(url, options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a follower got ${response.statusCode}`));
      response.on('data', onData).on('error', () => {});
      resolve(response);
    });
    request.on('error', reject);
  });
}

async function connectFollowers(origin: string, cursor: string): Promise<Followers> {
  let count = 0;
  const url = `${origin}/api/changes?since=${cursor}`;
  const all = await Promise.all(
    Array.from({ length: followerCount }, () =>
      follow(url, () => {
        count += 1;
      }),
    ),
  );
  return { eventCount: () => count, close: () => all.map((response) => response.destroy()) };
}

/** Returns the number of followers that the service reports. */
async function countFollowers(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^shirube_followers (\d+)$/m.exec(text)?.[1]);
}

async function untilFollowers(origin: string, wanted: number, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    if ((await countFollowers(origin)) === wanted) return true;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

/** Returns the current end of the feed, so that followers do not read the whole catalog first. */
async function feedEnd(origin: string): Promise<string> {
  const text = await (await fetch(`${origin}/api/export?format=ndjson`)).text();
  return JSON.parse(text.slice(0, text.indexOf('\n'))).catalog.cursor;
}

/** The list with and without a thousand followers while services change, and a follower that does not read. */
export const followers: BenchCase = {
  name: 'followers',
  title: `list, hot, with ${followerCount} followers of the changes`,
  baseline: 'itself: the same without followers',
  atLeast: 0.9,
  async prepare({ directory, load, seconds, rounds }: Bench) {
    const { read, databaseUrl, ids } = await directory();
    const origin = read.url;
    const set = await load.keep([get('/api/services'), get('/api/services?chain=base')]);
    const database = openDatabase(databaseUrl, { max: 1 });
    const kilobytes: number[] = [];
    let eventCount = 0;
    let changes = 0;

    async function measure(): Promise<number> {
      const timer = setInterval(() => {
        changes += 1;
        changeService(database, ids[changes % ids.length] ?? '', { trustScore: changes % 100 }).catch(() => {});
      }, 1_000 / changesPerSecond);
      const result = await load
        .run(set, { origin, connections: inFlight, seconds })
        .finally(() => clearInterval(timer));
      assertAllServed(result);
      return result.perSecond;
    }
    for (let i = 0; i < warmUps; i += 1) await measure();

    const before = await residentMemory(read);
    const silent = await follow(`${origin}/api/changes`, () => {});
    silent.pause();
    const isDropped = await untilFollowers(origin, 0, patienceSeconds);
    silent.destroy();
    const held = (await residentMemory(read)) - before;

    return {
      rounds: Math.min(rounds, 5),
      baseline: measure,
      async ours() {
        const without = await residentMemory(read);
        const connected = await connectFollowers(origin, await feedEnd(origin));
        try {
          const perSecond = await measure();
          kilobytes.push(((await residentMemory(read)) - without) * (1_024 / followerCount));
          eventCount += connected.eventCount();
          return perSecond;
        } finally {
          connected.close();
          await untilFollowers(origin, 0, patienceSeconds);
        }
      },
      also(): Condition[] {
        const most = Math.max(...kilobytes);
        return [
          { holds: most < mostKilobytes, text: `${most.toFixed(1)} kB of memory for a follower at the most` },
          { holds: eventCount > 0, text: `they heard ${eventCount} times` },
          {
            holds: isDropped,
            text: `one that did not read was cut off; the process had grown by ${held.toFixed(0)} MB`,
          },
        ];
      },
      close: () => database.end(),
    };
  },
};
