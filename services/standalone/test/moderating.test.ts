import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeService, createKey, readChanges } from '@shirube/catalog';
import type { ChangesPage, IntentSearchResult, Problem, Service, ServiceDetail } from '@shirube/contracts';
import { registration, until } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

const views = ['', '/status', '/trust', '/history', '/changes'];

t.test('moderation reaches every view of a service, and its owner', async (t) => {
  const received: { type: string; state: string; reason: string; service: { id: string } }[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void receiver.close());
  const { directory, client } = await startDirectory(t, { MONITOR_ALLOW_PRIVATE: 'true' });
  const admin = await createKey(directory.database, { name: 'admin', scopes: ['admin'] });
  const send = <T>(method: string, path: string, key: string, body: object) =>
    client.request<T>(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await send('PUT', '/api/account/webhook', client.key, { url });

  const name = 'Marmalade weather oracle';
  const endpoint = 'https://marmalade.example.com/api';
  const held = { prefer: 'wait=20' };
  const { body: service } = await client.post(registration({ name, endpoint }), held);
  const other = await createKey(directory.database, { name: 'other', scopes: ['services:write'] });
  const copy = await client.post(registration({ name: 'The other one', endpoint }), {
    ...held,
    authorization: `Bearer ${other.key}`,
  });
  const moderate = (action: string, reason: string) =>
    send<ServiceDetail>('POST', `/api/admin/services/${service.id}/moderation`, admin.key, { action, reason });
  const found = async () => {
    const list = await client.get<Service[]>(`/api/services?query=${encodeURIComponent(name)}`);
    return list.body.find(({ id }) => id === service.id);
  };
  /** The changes of the service, once older transactions have ended, such as one of the indexer. */
  const feed = async () => {
    const isConfirmed = async () => {
      const page = await readChanges(directory.database, { since: undefined, limit: 1 });
      return page && !page.unsettled;
    };
    await until(isConfirmed, { message: 'the feed does not settle' });
    return (await client.get<ChangesPage>(`/api/changes?service=${service.id}&limit=1000`)).body.changes;
  };
  const order = async () => {
    const { body } = await client.get<Service[]>('/api/services?sortBy=name');
    return body.filter((one) => one.endpoint === endpoint).map(({ id }) => id);
  };
  const isFound = (wanted: boolean) =>
    until(async () => ((await found()) !== undefined) === wanted, { message: `is it found? ${wanted}` });
  await isFound(true);
  t.strictSame(await order(), [service.id, copy.body.id], 'who came first stands first');

  await t.test('a hidden service is gone for everybody but its owner', async (t) => {
    t.equal((await moderate('hide', 'It gives nothing.')).status, 200);
    for (const view of views) {
      const answer = await client.get<Problem>(`/api/services/${service.id}${view}`);
      t.match(answer, { status: 410, body: { code: 'service_hidden' } }, view);
    }
    await isFound(false);
    const intent = await client.get<IntentSearchResult>(`/api/services/search/intent?q=${encodeURIComponent(name)}`);
    t.notOk(intent.body.services.some(({ id }) => id === service.id));
    t.notOk((await client.get('/api/export')).text.includes(service.id));
    t.notOk((await client.get('/api/export?format=ndjson')).text.includes(service.id));
    t.notOk((await client.get('/sitemap-1.xml')).text.includes(service.id));
    const changes = await feed();
    t.equal(changes.at(-1)?.type, 'deleted');
    t.notOk(
      changes.some((change) => change.service),
      'nor do earlier changes show it',
    );
    const own = await client.get<ServiceDetail[]>('/api/account/services', { authorization: `Bearer ${client.key}` });
    t.match(own.body, [{ id: service.id, moderation: { state: 'hidden', reason: 'It gives nothing.' } }]);

    const edited = await send<ServiceDetail>('PATCH', `/api/services/${service.id}`, client.key, { name: `${name} 2` });
    t.match(edited, { status: 200, body: { moderation: { state: 'hidden' } } });
    await send('PATCH', `/api/services/${service.id}`, client.key, { name });
    t.strictSame((await feed()).length, changes.length, 'what its owner does meanwhile is told to nobody');
    t.equal((await client.get(`/api/services/${service.id}`)).status, 410);

    const again = await client.post(registration({ name, endpoint }), held);
    t.match(again, { status: 201, body: { moderation: { state: 'hidden', reason: 'It gives nothing.' } } });
    t.equal((await client.get(`/api/services/${again.body.id}`)).status, 410, 'registering it again does not help');
    t.strictSame(await order(), [copy.body.id]);
    await send('DELETE', `/api/services/${again.body.id}`, client.key, {});
  });

  await t.test('a service that is restored is in every view again', async (t) => {
    await moderate('restore', 'It does now.');
    await isFound(true);
    const detail = await client.get<ServiceDetail>(`/api/services/${service.id}`);
    t.equal(detail.status, 200);
    t.notOk('moderation' in detail.body);
    t.match((await feed()).at(-1), { type: 'created', service: { id: service.id } });
    await until(async () => (await order())[0] === service.id, { message: 'it does not stand first again' });
  });

  await t.test('an impostor is marked, comes last, and is never verified', async (t) => {
    await changeService(directory.database, service.id, { status: 'verified' });
    t.match(await moderate('impostor', 'It poses as The other one.'), { body: { status: 'unverified' } });
    await until(async () => (await found())?.moderation, { message: 'lists do not mark it' });
    await until(async () => (await order())[1] === service.id, { message: 'it does not come last' });
    await changeService(directory.database, service.id, { status: 'verified' });
    const { body } = await client.get<ServiceDetail>(`/api/services/${service.id}`);
    t.match(body, { status: 'unverified', moderation: { state: 'impostor', reason: 'It poses as The other one.' } });
    await moderate('restore', 'It is who it says.');
    await changeService(directory.database, service.id, { status: 'verified' });
    const verified = async () => (await client.get<Service>(`/api/services/${service.id}`)).body.status === 'verified';
    await until(verified, { message: 'it is not verified again' });
  });

  await t.test('the webhook of the owner was called for each action, with the reason', async (t) => {
    const events = () =>
      received.filter((event) => event.type === 'service.moderation' && event.service.id === service.id);
    await until(() => events().length === 4, { message: 'the owner was not told' });
    t.match(events(), [
      { state: 'hidden', reason: 'It gives nothing.', service: { id: service.id } },
      { state: 'restored', reason: 'It does now.' },
      { state: 'impostor', reason: 'It poses as The other one.' },
      { state: 'restored', reason: 'It is who it says.' },
    ]);
  });
});
