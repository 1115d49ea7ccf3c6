import type { ExportDocument, Problem } from '@shirube/contracts';
import { type DirectoryClient, type RegistrationResponse, registration, until } from '@shirube/testing';
import type { Test } from 'tap';

/** PATCH and DELETE /api/services/:id, and their effect for readers. */
export async function changing(t: Test, directory: DirectoryClient): Promise<void> {
  const authorization = `Bearer ${directory.key}`;
  const change = (method: string, id: string, body?: object, headers: Record<string, string> = {}) =>
    directory.request<RegistrationResponse>(`/api/services/${id}`, {
      method,
      headers: {
        authorization,
        prefer: 'wait=30',
        ...(body ? { 'content-type': 'application/merge-patch+json' } : {}),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
    });
  const detail = (id: string) => directory.get<RegistrationResponse>(`/api/services/${id}`);
  const register = async (name: string) => {
    const [service] = await directory.registerAll([registration({ name, category: 'kept-current' })]);
    return { id: service?.id ?? '' };
  };
  /** Behind a gateway, readers see a change a moment later. */
  const soon = (isSo: () => Promise<boolean>, message: string) => until(isSo, { message });

  await t.test('a changed service is so in detail, list and search', async (t) => {
    const service = await register('Qwvyold Name');
    const { status, body, headers } = await change('PATCH', service.id, {
      name: 'Qwvynew Name',
      pricing: { pricePerRequest: '7.5' },
    });
    t.equal(status, 200);
    t.equal(headers.get('preference-applied'), 'wait=30');
    await soon(async () => (await detail(service.id)).body.name === 'Qwvynew Name', 'the detail is old');
    t.strictSame((await detail(service.id)).body, body);
    await soon(async () => (await directory.keyword('qwvynew')).total === 1, 'the new name is not found');
    await soon(async () => (await directory.keyword('qwvyold')).total === 0, 'the old name is found');
    const listed = await directory.list({ category: 'kept-current' });
    t.strictSame(listed.body, [body]);
    const own = await directory.get<Record<string, unknown>[]>('/api/account/services?limit=1', { authorization });
    const { monitor, lastCheck, sales: _sales, ...rest } = own.body[0] ?? {};
    t.strictSame(rest, body);
    t.match(monitor, { uptimeScore: Number }, 'its owner sees more');
  });

  await t.test('a change with an ETag that is out of date is a 412', async (t) => {
    const service = await register('Guarded "quotes" é 𠮷 \u2028');
    const tag = (await detail(service.id)).headers.get('etag') ?? '';
    const first = await change('PATCH', service.id, { description: 'First' }, { 'if-match': tag });
    t.equal(first.status, 200);
    const late = await change('PATCH', service.id, { description: 'Late' }, { 'if-match': tag });
    t.equal(late.status, 412);
    t.equal(late.body.code, 'precondition_failed');
    await soon(async () => (await detail(service.id)).body.description === 'First', 'the detail is old');
    t.equal((await detail(service.id)).headers.get('etag'), first.headers.get('etag'));
    t.equal((await change('DELETE', service.id, undefined, { 'if-match': tag })).status, 412);
    const again = await change('PATCH', service.id, { description: 'First' }, { 'if-match': tag });
    t.equal(again.status, 200, 'the same change may be sent again');
    t.strictSame(again.body, first.body);
  });

  await t.test(
    'a registration that is sent again returns the service as it is now, or a 410 once it is removed',
    async (t) => {
      const sent = registration({ name: 'Sent again', category: 'kept-current' });
      const again = () => directory.post(sent, { 'idempotency-key': 'sent again' });
      const { id } = (await again()).body;
      const changed = await change('PATCH', id, { name: 'Changed since' });
      const repeated = await again();
      t.equal(repeated.status, 201);
      t.strictSame(repeated.body, changed.body);
      t.equal(repeated.headers.get('etag'), changed.headers.get('etag'));
      t.equal((await change('DELETE', id)).status, 204);
      const removed = await again();
      t.equal(removed.status, 410);
      t.match(removed.body, { code: 'registration_removed', id });
    },
  );

  await t.test('a removed service is in no list, search or export, and its detail is a 410', async (t) => {
    const service = await register('Zzwithdrawn Service');
    await directory.get(`/api/services/${service.id}/status`);
    const { status, headers, text } = await change('DELETE', service.id);
    t.equal(status, 204);
    t.equal(text, '');
    t.equal(headers.get('preference-applied'), 'wait=30');
    for (const path of [`/api/services/${service.id}`, `/api/services/${service.id}/status`]) {
      await soon(async () => (await directory.get(path)).status === 410, `${path} is still there`);
      t.match((await directory.get<Problem>(path)).body, { code: 'service_removed', status: 410 });
    }
    await soon(async () => (await directory.keyword('zzwithdrawn')).total === 0, 'it is still found');
    const listed = await directory.list({ category: 'kept-current', limit: 100 });
    t.notOk(listed.body.some(({ id }) => id === service.id));
    const { body } = await directory.get<ExportDocument>('/api/export');
    t.notOk(body.endpoints.some(({ id }) => id === service.id));
    t.equal((await change('DELETE', service.id)).status, 410);
    t.equal((await change('PATCH', service.id, { name: 'Back' })).status, 410);
  });
}
