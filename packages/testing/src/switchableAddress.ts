import { createRelay, endTogether } from './relay.js';
import type { TestContext } from './testContext.js';

/** An address that leads to another server while it is on, and refuses every connection while it is off. */
export interface SwitchableAddress {
  url: string;
  on(): Promise<void>;
  /** Cuts the connections there are, as the end of the server would. */
  off(): Promise<void>;
}

/** Lets a test take one user's server away, while others keep using it. Off at first. */
export async function switchableAddress(t: Pick<TestContext, 'teardown'>, target: string): Promise<SwitchableAddress> {
  const { url, listen, close } = await createRelay(t, target, (user, server) => {
    endTogether(user, server);
    user.pipe(server).pipe(user);
  });
  return { url, on: listen, off: close };
}
