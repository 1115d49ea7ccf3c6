import { isAnswerLost, isDatabaseUnavailable } from '@shirube/catalog';
import {
  createLoadShedder,
  type LoadShedder,
  type LoadShedderOptions,
  outcomeUnknown,
  type Reach,
} from '@shirube/service-kit';

/**
 * Runs a limited number of writes at once, each with a deadline, and retries them while Postgres restarts: they must be
 * idempotent. If the response of Postgres was lost, the outcome is reported as unknown, not as "nothing was stored".
 */
export function createWrites(reach: Reach, bounds: LoadShedderOptions): LoadShedder {
  const shedder = createLoadShedder(bounds);
  return {
    async pass(work) {
      let isLost = false;
      const note = (error: unknown): never => {
        isLost ||= isAnswerLost(error);
        throw error;
      };
      try {
        return await reach(() => shedder.pass(() => work().catch(note))).catch(note);
      } catch (error) {
        throw isLost && isDatabaseUnavailable(error) ? outcomeUnknown() : error;
      }
    },
  };
}
