import { createRelay, endTogether } from './relay.js';
import type { TestContext } from './testContext.js';

/** An address that forwards to another server while it is on, and refuses all connections while it is off. */
interface SwitchableAddress {
  url: string;
  /** Forwards to `target`, or to the previous target if not given. */
  on(target?: string): Promise<void>;
  /** Closes all open connections, as if the server had exited. */
  off(): Promise<void>;
}

/** Lets a test make a server unreachable for one client while others keep using it. It is off at first. */
export async function switchableAddress(t: Pick<TestContext, 'teardown'>, target: string): Promise<SwitchableAddress> {
  const { url, aim, listen, close } = await createRelay(t, target, (user, server) => {
    endTogether(user, server);
    user.pipe(server).pipe(user);
  });
  return {
    url,
    async on(other) {
      if (other) aim(other);
      await listen();
    },
    off: close,
  };
}
