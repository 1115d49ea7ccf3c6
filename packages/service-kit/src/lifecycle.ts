import { reasonOf } from '@shirube/contracts';
import { createLogger, type Logger } from './logger.js';
import { readSettings, type Settings } from './settings.js';
import { startTracing } from './tracing.js';

/** A running service. `close` finishes the work in progress and releases all resources. */
export interface RunningService {
  close(): Promise<void>;
  /** Resolves with the reason when the service has lost a part that it needs: it is then closed, with exit status 1. */
  lost?: Promise<Error> | undefined;
}

// Longer than draining connections and closing the stores takes, even on a busy machine, and less than the 30 s after
// which Kubernetes kills it.
const shutdownDeadlineMs = 25_000;
// A terminal sends Ctrl-C to npm as well, and npm forwards it: signals at the same moment count as one.
const sameSignalMs = 500;

/**
 * Reads the settings, runs a service until SIGINT or SIGTERM, then closes it. If the start fails, or a part that it
 * needs is lost, the process ends with one sentence and status 1. A second signal, or a shutdown that hangs, ends it at
 * once.
 */
export async function runService(
  name: string,
  start: (settings: Settings, log: Logger, stopping: AbortSignal) => Promise<RunningService>,
): Promise<void> {
  const stopping = new AbortController();
  const settings = settingsOrExit(name);
  const log = createLogger(name, settings.LOG_LEVEL);
  const starting = startTracing(name, log).then(async (stopTracing) => {
    const running = await start(settings, log, stopping.signal);
    return {
      lost: running.lost,
      async close() {
        await running.close();
        await stopTracing();
      },
    };
  });

  let stoppedAt = 0;
  const close = (status: number) => {
    stoppedAt = performance.now();
    stopping.abort();
    setTimeout(() => {
      log.error('the shutdown took too long');
      process.exit(1);
    }, shutdownDeadlineMs).unref();
    starting
      .then((running) => running.close())
      .then(() => process.exit(status))
      .catch((error) => {
        log.fatal(reasonOf(error));
        process.exit(1);
      });
  };
  const stop = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) {
      if (performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      return;
    }
    log.info({ signal }, 'stopping');
    close(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const { lost } = await starting.catch((error) => (stopping.signal.aborted ? process.exit(0) : failStart(log, error)));
  void lost?.then((error) => {
    if (stopping.signal.aborted) return;
    log.fatal(error.message);
    close(1);
  });
}

function settingsOrExit(name: string): Settings {
  try {
    return readSettings();
  } catch (error) {
    return failStart(createLogger(name, 'fatal'), error);
  }
}

/** Exits after a failed start. At a terminal it prints a sentence, otherwise it logs a line. */
function failStart(log: Logger, error: unknown): never {
  const reason = reasonOf(error);
  if (process.stdout.isTTY || process.stderr.isTTY) process.stderr.write(`Shirube did not start: ${reason}\n`);
  else log.fatal(reason);
  process.exit(1);
}
