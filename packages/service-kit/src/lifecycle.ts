import type { Logger } from './logger.js';
import { SettingsError } from './settings.js';

/** A running service: `close` finishes what is in flight and lets go of everything. */
export interface Running {
  close(): Promise<void>;
}

const shutdownDeadlineMs = 10_000;

/**
 * Starts a service and keeps it until SIGINT or SIGTERM, then closes it. A start that fails ends the process with one
 * sentence and status 1; a second signal, or a shutdown that hangs, ends it at once.
 */
export async function runService(start: () => Promise<Running>, log?: Logger): Promise<void> {
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (log && !(error instanceof SettingsError)) log.fatal(sentence);
    else console.error(sentence);
    process.exit(1);
  }
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log?.info({ signal }, 'stopping');
    setTimeout(() => {
      log?.error('the shutdown took too long');
      process.exit(1);
    }, shutdownDeadlineMs).unref();
    running.close().then(
      () => process.exit(0),
      (error) => {
        log?.error({ err: error }, 'the shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
