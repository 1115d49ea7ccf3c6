import { mainNode, nodeProgress, skipToEnd } from '@shirube/catalog';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('categories', async (t) => {
  const { env, database } = await emptyCatalog(t);
  t.equal((await shirube(['category', 'list'], env)).stdout, 'No category is in use yet.\n');
  await shirubeJson(['import', '-'], env, lines(1, 2));
  await skipToEnd(database);

  t.test('the list shows labels in both languages, aligned by their width', async (t) => {
    const { stdout } = await shirube(['category', 'list'], env);
    t.equal(stdout, 'ID       LABEL    JAPANESE  SERVICES\nweather  Weather  天気      2\n');
    t.same(await shirubeJson(['category', 'list'], env), [
      { id: 'weather', label: 'Weather', labelJa: '天気', count: 2 },
    ]);
  });

  t.test('a new label is shown, and its services are reindexed', async (t) => {
    const args = ['category', 'label', 'weather', '--label', 'Weather & Climate'];
    t.match((await shirube(args, env)).stdout, '2 services will be indexed again');
    t.match(await shirubeJson(['category', 'list'], env), [{ label: 'Weather & Climate', labelJa: '天気' }]);
    t.equal((await nodeProgress(database, mainNode)).pending, 2);
    t.match(await shirubeJson([...args, '--label-ja', '天気・気候'], env), {
      labelJa: '天気・気候',
      services: 2,
    });
    t.match(await shirubeJson(['category', 'list'], env), [{ labelJa: '天気・気候' }]);
  });

  t.test('a category can be labelled before it is used', async (t) => {
    t.match(await shirubeJson(['category', 'label', 'tea', '--label', 'Tea'], env), { services: 0 });
  });

  t.test('what is no id, or no label, is refused with a sentence', async (t) => {
    const badId = await shirube(['category', 'label', 'No Such', '--label', 'x']);
    t.equal(badId.code, 2);
    t.match(badId.stderr, /'ID'. It must be a category id of at most 64/);
    const blank = await shirube(['category', 'label', 'tea', '--label', ' ']);
    t.equal(blank.code, 2);
    t.match(blank.stderr, /'--label <TEXT>' .* It must have 1 to 255 characters/);
  });
});
