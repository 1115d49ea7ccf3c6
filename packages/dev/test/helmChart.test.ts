import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { version } from '@shirube/contracts';
import { Settings } from '@shirube/service-kit';
import { temporaryDirectory } from '@shirube/testing';
import t, { type Test } from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { makeSecrets } from '../bootstrap/envFile.js';
import { findProgram } from '../dist/processes/index.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const chart = join(root, 'docs/deploy/helm');
const kubernetes = '1.32.0';

interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[];
  resources: { limits?: { memory?: string } };
  securityContext: object;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec?: {
    template?: { spec: { containers: Container[] } };
    jobTemplate?: { spec: { template: { spec: { containers: Container[] } } } };
  };
}

const containersOf = ({ spec }: Manifest) =>
  (spec?.template ?? spec?.jobTemplate?.spec.template)?.spec.containers ?? [];

async function render(size: string, ...changes: string[]): Promise<string> {
  const values = [
    ...['--values', join(chart, `examples/values-${size}.yaml`), '--kube-version', kubernetes],
    ...changes.flatMap((change) => ['--set', change]),
  ];
  await run('helm', ['lint', '--strict', chart, ...values]);
  const { stdout } = await run('helm', ['template', 'dir', chart, ...values]);
  return stdout;
}

/** Validates manifests against the Kubernetes schemas at KUBERNETES_SCHEMAS, by default the published ones. */
async function validate(t: Test, manifests: string): Promise<void> {
  if (!(await findProgram('kubeconform'))) return void t.pass('schemas', { skip: 'kubeconform is not on PATH' });
  const file = join(await temporaryDirectory(t), 'manifests.yaml');
  await writeFile(file, manifests);
  const schemas = process.env.KUBERNETES_SCHEMAS ?? 'default';
  const unreached = 'kubeconform cannot fetch the schemas; KUBERNETES_SCHEMAS may name them';
  // Checked first, because kubeconform itself takes 20 s to notice that the schemas are unreachable.
  const isReached = schemas !== 'default' || (await lookup('raw.githubusercontent.com').catch(() => undefined));
  if (!isReached) return void t.pass('schemas', { skip: unreached });
  // The Kubernetes schemas do not include the custom resources of the Prometheus operator.
  const kinds = ['-skip', 'ServiceMonitor', '-schema-location', schemas];
  const checked = run('kubeconform', ['-strict', '-kubernetes-version', kubernetes, ...kinds, file]);
  const { stdout } = await checked.catch((error) => error);
  if (/failed downloading schema|no such host|dial tcp/.test(stdout))
    return void t.pass('schemas', { skip: unreached });
  t.equal(stdout, '');
}

t.test('the chart renders to valid manifests', async (t) => {
  t.match(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')), { version, appVersion: version });
  if (!(await findProgram('helm'))) return void t.pass('the chart', { skip: 'helm is not on PATH' });

  for (const size of ['small', 'large']) {
    await t.test(`renders to what Kubernetes takes, for a ${size} deployment`, async (t) => {
      const text = await render(size);
      await validate(t, text);
      const manifests: Manifest[] = parseAllDocuments(text).flatMap((document) => document.toJS() ?? []);
      const names = manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
      t.strictSame(names, [...new Set(names)], 'nothing is there twice');

      const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }).services;
      const secrets = Object.keys(makeSecrets());
      for (const { name, image, command = [], env = [], resources, securityContext } of manifests.flatMap(
        containersOf,
      )) {
        t.ok(resources.limits?.memory, `${name} has a bound on its memory`);
        t.match(securityContext, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true }, name);
        for (const { valueFrom } of env) if (valueFrom) t.ok(secrets.includes(valueFrom.secretKeyRef.key), name);
        const plain = env.flatMap((variable) => (variable.value === undefined ? [] : variable.name));
        if (name === 'gateway') {
          t.strictSame(plain.sort(), Object.keys(compose.gateway.environment).sort(), 'as in the compose file');
        }
        if (image !== `shirube:${version}`) {
          const images = Object.values<{ image: string }>(compose).map((service) => service.image);
          t.ok(images.includes(image), `${name}: the compose file has ${image} too`);
          continue;
        }
        for (const setting of plain) t.ok(setting in Settings.properties, `${name}: ${setting}`);
        const script = /[\w/-]+\.js/.exec(command.join(' '))?.[0] ?? 'none';
        t.ok(existsSync(join(root, script)), `${name}: ${script}`);
      }
    });
  }

  await t.test('the small and the large size have the parts that they need', async (t) => {
    const [small, large] = await Promise.all([render('small'), render('large')]);
    for (const name of ['dir-postgres', 'dir-redis', 'dir-meilisearch-main', 'dir-read-api']) {
      t.match(small, `\n  name: ${name}\n`);
    }
    t.notMatch(small, 'meilisearch-second');
    for (const name of ['dir-meilisearch-second', 'dir-indexer-second', 'dir-metrics', 'dir-dashboard', 'dir-backup']) {
      t.match(large, `\n  name: ${name}\n`);
    }
    t.notMatch(large, /kind: StatefulSet\nmetadata:\n {2}name: dir-(postgres|redis)/);
    const isBackedUp = (manifests: string) => /kind: CronJob\nmetadata:\n {2}name: dir-backup\n/.test(manifests);
    t.notOk(isBackedUp(small), 'without a volume there is no backup');
    t.ok(isBackedUp(large));
    const mounted = await render('small', 'backup.existingClaim=tapes');
    t.ok(isBackedUp(mounted), 'where there is a volume, there is');
    t.match(mounted, 'claimName: tapes');
    t.notOk(isBackedUp(await render('large', 'backup.enabled=false')));
    t.match(large, 'value: "http://dir-meilisearch-main:7700,http://dir-meilisearch-second:7700"');
  });
});
