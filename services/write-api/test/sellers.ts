import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountChallenge, Problem, ProvenAccount } from '@shirube/contracts';
import { challengeOf, registration, startDns } from '@shirube/testing';
import type { Test } from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { startWriteApi } from './writeApi.js';

export const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
export const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);

/** Starts a write API and the hosts of sellers, who open accounts there. */
export async function startSellers(t: Test) {
  const dns = await startDns(t);
  const environment = { MONITOR_ALLOW_PRIVATE: 'true', MONITOR_DNS_SERVERS: dns.server };
  const { client, database } = await startWriteApi(t, { environment });

  /** What the hosts serve: a token at the well-known address, and a 402 everywhere else. */
  const base = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  const served = { token: '', payTo: owner.address as string, network: 'base', asset: base, redirect: '' };
  const server = createServer(({ url }, response) => {
    if (url !== '/.well-known/shirube.txt')
      return void response
        .writeHead(402)
        .end(JSON.stringify(challengeOf({ payTo: served.payTo, network: served.network, asset: served.asset })));
    if (served.redirect) return void response.writeHead(302, { location: served.redirect }).end();
    response.writeHead(served.token ? 200 : 404).end(`${served.token}\n`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;

  let hosts = 0;
  /** Returns a URL of a host that nobody has proven yet. */
  function newUrl(): string {
    const host = `api.seller${++hosts}.example`;
    dns.answers.set(host, [['127.0.0.1']]);
    return `http://${host}:${port}/weather`;
  }
  t.beforeEach(() => {
    Object.assign(served, { token: '', payTo: owner.address, network: 'base', asset: base, redirect: '' });
  });

  const send = async <Body>(path: string, body: unknown, key?: string, at = client) => {
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
    return at.request<Body & Problem>(path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const get = async <Body>(path: string, key: string) =>
    (await client.request<Body>(path, { headers: { authorization: `Bearer ${key}` } })).body;
  const open = async (body: unknown, key?: string) => (await send<AccountChallenge>('/api/accounts', body, key)).body;
  const prove = (id: string, body: unknown) => send<ProvenAccount>(`/api/accounts/${id}/proof`, body);
  const register = (endpoint: string, key: string, changes = {}) =>
    send<{ id: string }>('/api/services', registration({ endpoint, ...changes }), key);
  async function proveHost(url: string, key?: string) {
    const { id, token } = await open({ url }, key);
    served.token = token;
    const { status, body } = await prove(id, { way: 'well-known' });
    t.equal(status, 201, body.detail);
    return body;
  }
  const ownerOf = async (id: string) =>
    (await database.query('select account_id from services where id = $1', [id])).rows[0]?.account_id;
  return {
    dns,
    environment,
    client,
    database,
    served,
    port,
    newUrl,
    send,
    get,
    open,
    prove,
    register,
    proveHost,
    ownerOf,
  };
}
