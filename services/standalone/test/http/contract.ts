import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';
import { agents } from './agents.js';
import { changing } from './changing.js';
import { counting } from './counting.js';
import { describing } from './describing.js';
import { discovery } from './discovery.js';
import { faults } from './faults.js';
import { following } from './following.js';
import { hostileInput } from './hostileInput.js';
import { listing } from './listing.js';
import { reading } from './reading.js';
import { registering } from './registering.js';
import { requests } from './requests.js';
import { searching } from './searching.js';
import { trusting } from './trusting.js';
import { webhooks } from './webhooks.js';

/** The whole public interface, as any directory must offer it, whatever engine is behind it. */
export async function contract(t: Test, directory: DirectoryClient, { isBehindNginx = false } = {}): Promise<void> {
  await t.test('registering', (t) => registering(t, directory));
  await t.test('listing', (t) => listing(t, directory));
  await t.test('searching', (t) => searching(t, directory));
  await t.test('reading', (t) => reading(t, directory));
  await t.test('changing', (t) => changing(t, directory));
  await t.test('counting', (t) => counting(t, directory));
  await t.test('trusting', (t) => trusting(t, directory));
  await t.test('webhooks', (t) => webhooks(t, directory));
  await t.test('discovery', (t) => discovery(t, directory));
  await t.test('following', (t) => following(t, directory));
  await t.test('agents', (t) => agents(t, directory));
  await t.test('describing', (t) => describing(t, directory));
  await t.test('faults', (t) => faults(t, directory));
  await t.test('requests', (t) => requests(t, directory, { isBehindNginx }));
  await t.test('hostile input', (t) => hostileInput(t, directory));
}
