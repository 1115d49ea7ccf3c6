import t from 'tap';
import { withoutHosts } from '../dist/document/withoutHosts.js';

t.test('of a host only what stands before its domain describes', async (t) => {
  const texts: [string, string][] = [
    ['weather.example.tokyo forecast', 'weather forecast'],
    ['api.example.dev convert', 'convert'],
    ['See https://docs.example.com/a/b?c=d for more', 'See docs for more'],
    ['Runs node.js and vue.js', 'Runs node.js and vue.js'],
    ['someone@example.com', 'someone@example.com'],
    ['example.xyz', 'example.xyz'],
    ['東京の天気', '東京の天気'],
  ];
  for (const [text, rest] of texts) t.equal(withoutHosts(text).replace(/\s+/g, ' ').trim(), rest);
});
