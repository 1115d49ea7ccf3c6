const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** Aborts `signal` on the first request to stop. On the second one the process exits at once. */
interface StopRequest {
  signal: AbortSignal;
  /** The exit status for the signal that was received, 0 if there was none. */
  exitCode(): number;
  /** Restores the default handling: signals end the process again. */
  release(): void;
}

/** Lets a long command finish its current step after Ctrl-C. */
export function stopOnSignal(): StopRequest {
  const controller = new AbortController();
  let received: keyof typeof exitCodes | undefined;
  const stop = (name: NodeJS.Signals) => {
    const known = name === 'SIGTERM' ? name : 'SIGINT';
    if (received) process.exit(exitCodes[known]);
    received = known;
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    exitCode: () => (received ? exitCodes[received] : 0),
    release: () => void process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}
