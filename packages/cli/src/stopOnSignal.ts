const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** Says once that the process was asked to stop; asked a second time, it ends at once. */
export interface StopRequest {
  signal: AbortSignal;
  /** The exit status that tells of the signal; 0 when there was none. */
  exitCode(): number;
  /** Signals end the process again. */
  release(): void;
}

/** Lets a long command finish what it is at when Ctrl-C is pressed. */
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
