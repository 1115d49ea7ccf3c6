import { reasonOf } from '@shirube/contracts';
import { withoutSecrets } from '@shirube/service-kit/settings';
import type { Catalog } from '../stack/openCatalog.js';
import { count } from '../terminal/format.js';
import { type Finding, fault, ok } from './finding.js';

/** Whether the job queue responds. */
export async function checkQueue({ settings, url, alone }: Catalog): Promise<Finding> {
  const where = settings.REDIS_URL ? `Redis at ${withoutSecrets(settings.REDIS_URL)}` : 'in Postgres';
  if (alone && !settings.REDIS_URL) return ok('queue', `${where}; Shirube is not running`);
  // The first warning is more specific than the timeout that follows.
  let trouble: string | undefined;
  const note = (_fields: object, message: string) => {
    trouble ??= message;
  };
  const { createEnqueuer } = await import('@shirube/work');
  const enqueuer = createEnqueuer({
    redisUrl: settings.REDIS_URL,
    databaseUrl: url,
    log: { info: () => {}, warn: note, error: note },
  });
  try {
    const { waiting, active, delayed } = await enqueuer.counts();
    return ok('queue', `${where}; ${count(waiting)} waiting, ${count(active)} active, ${count(delayed)} to retry`);
  } catch (error) {
    return fault(
      'queue',
      `${where}: ${trouble ?? reasonOf(error)}`,
      'Check REDIS_URL, and that Redis is running. Until then, registrations are stored but reach search late.',
    );
  } finally {
    await enqueuer.close();
  }
}
