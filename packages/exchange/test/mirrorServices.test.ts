import { assignServices, createAccount, findService, listServiceHistory } from '@shirube/catalog';
import { registration } from '@shirube/testing';
import { lockAwaited, openTransaction, testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';
import { mirrorServices, removeUnlisted } from '../dist/mirroring/mirrorServices.js';

const source = 'https://directory.example/discovery/resources';

/** A mirrored service, and `during`, which runs some work while an operator hands the service over to its owner. */
async function handingOver(t: Test) {
  const database = await testCatalog(t);
  const listed = registration();
  const [id = ''] = (await mirrorServices(database, source, [listed])).added;
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  async function during<T>(work: () => Promise<T>): Promise<T> {
    const operator = await openTransaction(t, database);
    await assignServices(operator, accountId, [id]);
    const working = work();
    await lockAwaited(database);
    await operator.query('commit');
    return working;
  }
  return { database, listed, id, during };
}

t.test('the history of a mirrored service names its source', async (t) => {
  const database = await testCatalog(t);
  const { added } = await mirrorServices(database, source, [registration()]);
  t.match(await listServiceHistory(database, added[0] ?? ''), [{ type: 'created', source }]);
});

t.test('a service that is handed over while its list is mirrored stays as it is', async (t) => {
  const { database, listed, id, during } = await handingOver(t);
  const changed = { ...listed, name: 'Changed there' };
  t.match(await during(() => mirrorServices(database, source, [changed])), { changed: { length: 0 }, taken: 1 });
  t.equal((await findService(database, id))?.name, listed.name);
});

t.test('a service that is handed over while it is removed from its list stays', async (t) => {
  const { database, id, during } = await handingOver(t);
  await during(() => removeUnlisted(database, source, [id]));
  t.ok(await findService(database, id));
});
