import type { Test } from 'tap';
import { duplicateConformance } from './conformance/duplicates.js';
import type { EngineUnderTest } from './conformance/engineUnderTest.js';
import { facetConformance } from './conformance/facets.js';
import { groupConformance } from './conformance/groups.js';
import { intentPageConformance } from './conformance/intentPages.js';
import { intentConformance } from './conformance/intents.js';
import { keywordOrderConformance } from './conformance/keywordOrder.js';
import { keywordConformance } from './conformance/keywords.js';
import { listPageConformance } from './conformance/listPages.js';
import { listConformance } from './conformance/lists.js';
import { moneyConformance } from './conformance/money.js';
import { oppositeConformance } from './conformance/opposites.js';
import { poorListingConformance } from './conformance/poorListings.js';
import { refusedProviderConformance } from './conformance/refusedProviders.js';
import { writingConformance } from './conformance/writing.js';

/** The tests that every engine must pass. */
export async function conformance(t: Test, open: (t: Test) => Promise<EngineUnderTest>): Promise<void> {
  await t.test('lists', async (t) => listConformance(t, await open(t)));
  await t.test('pages of lists', async (t) => listPageConformance(t, await open(t)));
  await t.test('possible duplicates', async (t) => duplicateConformance(t, await open(t)));
  await t.test('groups', async (t) => groupConformance(t, await open(t)));
  await t.test('facets', async (t) => facetConformance(t, await open(t)));
  await t.test('keyword search', async (t) => keywordConformance(t, await open(t)));
  await t.test('the order of keyword search', async (t) => keywordOrderConformance(t, open));
  await t.test('intent search', async (t) => intentConformance(t, await open(t)));
  await t.test('amounts in other currencies', async (t) => moneyConformance(t, await open(t)));
  await t.test('opposites', async (t) => oppositeConformance(t, await open(t)));
  await t.test('poor listings', async (t) => poorListingConformance(t, await open(t)));
  await t.test('refused providers', async (t) => refusedProviderConformance(t, await open(t)));
  await t.test('pages of intents', async (t) => intentPageConformance(t, await open(t)));
  await t.test('writing', async (t) => writingConformance(t, open));
}
