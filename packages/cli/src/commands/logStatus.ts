import { listNodes, readLogStanding } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, duration, facts, moment, table } from '../terminal/format.js';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export const logStatus = defineCommand({
  path: 'log status',
  summary: 'show the log, the lag of its followers, and the queue',
  notes: 'With an admin key, GET /api/admin/overview shows the same and the search nodes.',
  run: () =>
    withCatalog({}, async ({ database, settings, url, alone }) => {
      const log = await readLogStanding(database);
      const nodes = await listNodes(database);
      const { countJobs } = await import('@shirube/work');
      const names = nodes.map(({ name }) => name);
      // Without running services there is no queue.
      const queue = alone
        ? undefined
        : await countJobs({ redisUrl: settings.REDIS_URL, databaseUrl: url, log: silent }, names);
      const rows = log.followers.map(({ name, isAtWork, pending, lagSeconds, seenAt }) => [
        name,
        isAtWork ? 'yes' : 'no',
        count(pending),
        pending > 0 ? duration(lagSeconds) : '',
        moment(seenAt, ''),
      ]);
      const summary = facts([
        ['entries', count(log.entries)],
        ['oldest', moment(log.oldestAt, 'none')],
        ['newest', moment(log.newestAt, 'none')],
        ['queue', queue ? `${count(queue.waiting)} waiting, ${count(queue.active)} active` : 'unreachable'],
      ]);
      return {
        data: { ...log, queue: queue ?? null },
        text: `${summary}\n\n${table(['FOLLOWER', 'ACTIVE', 'PENDING', 'OLDEST', 'SEEN'], rows)}`,
      };
    }),
});
