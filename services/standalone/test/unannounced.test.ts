import { mainNode, nodeProgress, registerService } from '@shirube/catalog';
import { registration, until } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

t.test('what was committed and never announced is found all the same', async (t) => {
  const { directory, client } = await startDirectory(t);
  // The state after a write API dies between its commit and the queue.
  const result = await registerService(directory.database, registration({ name: 'Never announced' }));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;
  t.equal((await client.get(`/api/services/${id}`)).status, 200, 'it is in the catalog at once');
  const found = async () => (await client.keyword('announced')).services.some((service) => service.id === id);
  await until(found, { message: 'nobody finds it' });
  const isDone = async () => (await nodeProgress(directory.database, mainNode)).pending === 0;
  await until(isDone, { message: 'it stays pending' });
});
