import { createLogger, type Logger } from './logger.js';
import { readSettings, type Settings } from './settings.js';
import { startTracing } from './tracing.js';

/** A running service: `close` finishes what is in flight and lets go of everything. */
export interface Running {
  close(): Promise<void>;
}

const shutdownDeadlineMs = 10_000;
// A terminal sends Ctrl-C to npm as well, and npm passes it on: what comes at the same moment is one signal.
const sameSignalMs = 500;

/**
 * Reads the settings, starts a service and keeps it until SIGINT or SIGTERM, then closes it. A start that fails ends
 * the process with one sentence and status 1; a second signal later on, or a shutdown that hangs, ends it at once.
 */
export async function runService(
  name: string,
  start: (settings: Settings, log: Logger, stopping: AbortSignal) => Promise<Running>,
): Promise<void> {
  const stopping = new AbortController();
  const settings = settingsOrExit(name);
  const log = createLogger(name, settings.LOG_LEVEL);
  const starting = startTracing(name, log).then(async (stopTracing) => {
    const running = await start(settings, log, stopping.signal);
    return {
      async close() {
        await running.close();
        await stopTracing();
      },
    };
  });

  let stoppedAt = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) {
      if (performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the shutdown took too long');
      process.exit(1);
    }, shutdownDeadlineMs).unref();
    starting
      .then((running) => running.close())
      .then(() => process.exit(0))
      .catch((error) => {
        log.fatal(reasonOf(error));
        process.exit(1);
      });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  await starting.catch((error) => (stopping.signal.aborted ? process.exit(0) : failStart(log, error)));
}

function settingsOrExit(name: string): Settings {
  try {
    return readSettings();
  } catch (error) {
    return failStart(createLogger(name, 'fatal'), error);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Ends a start that cannot work: people at a terminal read a sentence, everything else a line of the log. */
function failStart(log: Logger, error: unknown): never {
  const reason = reasonOf(error);
  if (process.stdout.isTTY || process.stderr.isTTY)
    process.stderr.write(`Shirube did not start: ${reason}\n`);
  else log.fatal(reason);
  process.exit(1);
}
