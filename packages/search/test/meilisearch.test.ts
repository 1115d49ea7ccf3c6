import { meilisearch } from '@shirube/testing';
import t from 'tap';
import { conformance } from './conformance.js';
import { temporaryIndex } from './temporaryIndex.js';

const access = await meilisearch(t);

if (access) {
  await conformance(t, async (t) => {
    const { index, reader } = temporaryIndex(t, access);
    await index.prepare();
    // Made like this an index still waits for its first rebuild, which would be what fills it.
    await (await index.beginRebuild()).promote();
    return { reader, index };
  });
}
