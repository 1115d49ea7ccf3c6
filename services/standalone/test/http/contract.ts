import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';
import { agents } from './agents.js';
import { badParameters } from './badParameters.js';
import { bodies } from './bodies.js';
import { changing } from './changing.js';
import { counting } from './counting.js';
import { describing } from './describing.js';
import { discovery } from './discovery.js';
import { documents } from './documents.js';
import { faults } from './faults.js';
import { following } from './following.js';
import { hostileInput } from './hostileInput.js';
import { listening } from './listening.js';
import { listing } from './listing.js';
import { providing } from './providing.js';
import { reading } from './reading.js';
import { registering } from './registering.js';
import { requests } from './requests.js';
import { responses } from './responses.js';
import { searching } from './searching.js';
import { trusting } from './trusting.js';
import { webhooks } from './webhooks.js';

/** Parts of the public interface, by what they promise. */
type Parts = Readonly<Record<string, (t: Test, directory: DirectoryClient) => Promise<void>>>;

/** What the search engine can break, so that it is checked with each engine. */
export const ofEngine: Parts = {
  'services are listed by filters, orders and pages': listing,
  'words and sentences in both languages find services': searching,
  'facets and stats count the catalog': counting,
  'providers have a page, a list and groups of their services': providing,
  'a change is seen by every reader': changing,
  'clients of x402 discover services': discovery,
  'the details of a service are shown, and it is found by them': describing,
};

/** What a proxy can break, so that it is also checked behind the gateway. */
export const ofProxy: Parts = {
  'requests keep the rules of HTTP, or are refused with a problem': requests,
  'a body that cannot be accepted is refused with a problem': bodies,
  'responses can be cached, compressed and read by other origins': responses,
  'changes are streamed as they are committed': listening,
  'documents for machines have absolute addresses': documents,
  'a request with many faults gets a short answer': faults,
};

/** What neither an engine nor a proxy can break, so that it is checked once. */
export const ofServices: Parts = {
  'a registration is checked, stored and returned': registering,
  'a bad parameter is a 400 that names it': badParameters,
  'every registered service can be read': reading,
  'trust, history and checks of a service can be read': trusting,
  'an account tests its webhook and lists its deliveries': webhooks,
  'the feed of changes is read in pages': following,
  'agents use the directory over MCP': agents,
  'hostile input is text or a problem': hostileInput,
};

/** Runs parts of the contract, which every directory must keep. */
export async function contract(t: Test, directory: DirectoryClient, parts: Parts): Promise<void> {
  for (const [promise, part] of Object.entries(parts)) await t.test(promise, (t) => part(t, directory));
}
