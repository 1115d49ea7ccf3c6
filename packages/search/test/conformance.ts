import type { Test } from 'tap';
import { crowdConformance } from './conformance/crowds.js';
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
import { nameConformance } from './conformance/names.js';
import { oppositeConformance } from './conformance/opposites.js';
import { poorListingConformance } from './conformance/poorListings.js';
import { refusedProviderConformance } from './conformance/refusedProviders.js';
import { writingConformance } from './conformance/writing.js';

/** The tests that every engine must pass. */
export async function conformance(t: Test, open: (t: Test) => Promise<EngineUnderTest>): Promise<void> {
  await t.test('lists are filtered, ordered and counted', async (t) => listConformance(t, await open(t)));
  await t.test('pages of a list make up the list', async (t) => listPageConformance(t, await open(t)));
  await t.test('possible duplicates come last', async (t) => duplicateConformance(t, await open(t)));
  await t.test('results are grouped by provider', async (t) => groupConformance(t, await open(t)));
  await t.test('facets count the services of each value', async (t) => facetConformance(t, await open(t)));
  await t.test('keywords find services', async (t) => keywordConformance(t, await open(t)));
  await t.test('keyword search orders services by how they match', async (t) => keywordOrderConformance(t, open));
  await t.test('intents find services', async (t) => intentConformance(t, await open(t)));
  await t.test('amounts of an intent are converted to other currencies', async (t) =>
    moneyConformance(t, await open(t)),
  );
  await t.test('of two services that do the opposite, the one that is meant comes first', async (t) =>
    oppositeConformance(t, await open(t)),
  );
  await t.test('services without a description of their own are found by what else is known', async (t) =>
    poorListingConformance(t, await open(t)),
  );
  await t.test('a refused provider is left out of intents', async (t) => refusedProviderConformance(t, await open(t)));
  await t.test('names are told from words', async (t) => nameConformance(t, await open(t)));
  await t.test('a crowd of listings hides no others', async (t) => crowdConformance(t, await open(t)));
  await t.test('pages of an intent make up the whole', async (t) => intentPageConformance(t, await open(t)));
  await t.test('an index is updated and rebuilt', async (t) => writingConformance(t, open));
}
