import { meilisearch } from '@shirube/testing';
import t from 'tap';
import { conformance } from './conformance.js';
import { emptyIndex } from './temporaryIndex.js';

const access = await meilisearch(t);

if (access) {
  await conformance(t, (t) => emptyIndex(t, access));
}
