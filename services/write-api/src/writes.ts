import { isAnswerLost, isDatabaseUnavailable } from '@shirube/catalog';
import {
  createLoadShedder,
  type LoadShedder,
  type LoadShedderOptions,
  outcomeUnknown,
  type Reach,
} from '@shirube/service-kit';

/**
 * Lets so many writes through at once, each within its time, and again while Postgres restarts: they must do no harm
 * when they are done twice. One whose answer was lost on the way is not told as if nothing had been stored.
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
