import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';
import { agents } from './agents.js';
import { badParameters } from './badParameters.js';
import { changing } from './changing.js';
import { counting } from './counting.js';
import { describing } from './describing.js';
import { discovery } from './discovery.js';
import { faults } from './faults.js';
import { following } from './following.js';
import { hostileInput } from './hostileInput.js';
import { listing } from './listing.js';
import { mcpRegistry } from './mcpRegistry.js';
import { providing } from './providing.js';
import { reading } from './reading.js';
import { registering } from './registering.js';
import { requests } from './requests.js';
import { searching } from './searching.js';
import { trusting } from './trusting.js';
import { webhooks } from './webhooks.js';

/** The complete public interface that every directory must provide, with any engine. */
export async function contract(t: Test, directory: DirectoryClient, { isBehindNginx = false } = {}): Promise<void> {
  const parts = {
    registering,
    listing,
    searching,
    'a bad parameter is a 400 that names it': badParameters,
    reading,
    changing,
    counting,
    providing,
    trusting,
    webhooks,
    discovery,
    following,
    describing,
    agents,
    mcpRegistry,
    faults,
  };
  for (const [name, part] of Object.entries(parts)) await t.test(name, (t) => part(t, directory));
  await t.test('requests', (t) => requests(t, directory, { isBehindNginx }));
  await t.test('hostile input', (t) => hostileInput(t, directory));
}
