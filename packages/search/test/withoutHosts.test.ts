import { readTable } from '@shirube/testing';
import t from 'tap';
import { withoutHosts } from '../dist/document/withoutHosts.js';

t.test('of a host only what stands before its domain describes', async (t) => {
  for (const [text = '', rest = ''] of readTable(new URL('../test/withoutHosts.tsv', import.meta.url)))
    t.equal(withoutHosts(text).replace(/\s+/g, ' ').trim(), rest);
});
