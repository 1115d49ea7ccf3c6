import { isAnswerLost, isDatabaseUnavailable } from '@shirube/catalog';
import {
  createLoadShedder,
  type LoadShedder,
  type LoadShedderOptions,
  outcomeUnknown,
  type Reach,
} from '@shirube/service-kit';

/** Every write of a request goes through one of these two. */
export interface Writes extends LoadShedder {
  /** Runs a write that is not idempotent: it is not retried once it may have been stored. */
  once: LoadShedder['pass'];
}

/**
 * Runs a limited number of writes at once, each with a deadline, and retries them while Postgres restarts: those of
 * `pass` must be idempotent. If the response of Postgres was lost, the outcome is reported as unknown, not as "nothing
 * was stored".
 */
export function createWrites(reach: Reach, bounds: LoadShedderOptions): Writes {
  const shedder = createLoadShedder(bounds);

  const pass: Writes['pass'] = async (work) => {
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
  };

  return {
    pass,
    once: (work) =>
      pass(() =>
        work().catch((error) => {
          throw isAnswerLost(error) ? outcomeUnknown() : error;
        }),
      ),
  };
}
