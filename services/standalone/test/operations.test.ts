import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { registration } from '@shirube/testing';
import t from 'tap';
import { parse } from 'yaml';
import { startDirectory } from './http/startDirectory.js';
import { metricNames, sampleNames } from './operations/metricNames.js';
import { problemCodes } from './operations/problemCodes.js';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url);
const folder = new URL('docs/operations/', root);
const read = (name: string) => readFile(new URL(name, folder), 'utf8');

const rules: Rule[] = parse(await read('alerts.yml')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const dashboard: Dashboard = JSON.parse(await read('grafana-dashboard.json'));
const runbook = await read('runbook.md');

t.test('the dashboard and the alerts read metrics that a directory has', async (t) => {
  // The endpoint is on this machine, where nothing listens on its port.
  const { client } = await startDirectory(t, { MONITOR: 'on' });
  await client.registerAll([registration({ endpoint: 'http://127.0.0.1:9/' })]);
  await client.list({ limit: 1 });
  await client.keyword('plain');
  await client.intent('a plain service');
  const { text } = await client.get('/metrics');
  const known = sampleNames(text);
  // Prometheus itself adds this metric.
  known.add('up');
  const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expr })),
  );
  const alerts = rules.map(({ alert, expr }) => ({ where: alert, expr }));
  t.ok(panels.length > 20, `${panels.length} queries on the dashboard`);
  for (const { where, expr } of [...panels, ...alerts]) {
    const names = metricNames(expr);
    t.not(names.length, 0, `${where} reads something`);
    for (const name of names) t.ok(known.has(name), `${where} reads ${name}`);
  }
  const ours = [...known].filter((name) => name.startsWith('shirube_'));
  const read = new Set([...panels, ...alerts].flatMap(({ expr }) => metricNames(expr)));
  const family = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  const families = new Set([...read].map(family));
  t.strictSame(
    ours.filter((name) => !families.has(family(name))),
    [],
    'and every metric of ours is on the dashboard or in an alert',
  );
});

t.test('each alert says what it means and has its section in the runbook', async (t) => {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  t.strictSame(
    rules.map(({ alert }) => alert),
    sections,
    'in the same order',
  );
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(critical|warning)$/, alert);
    t.ok(annotations.summary);
    t.equal(annotations.runbook, `docs/operations/runbook.md#${alert.toLowerCase()}`);
  }
});

t.test('promtool accepts the rules, and they fire when they should', async (t) => {
  const options = { cwd: fileURLToPath(folder) };
  const found = await run('promtool', ['--version']).catch(() => undefined);
  if (!found) return t.pass('promtool', { skip: 'promtool is not on PATH' });
  const check = await run('promtool', ['check', 'rules', 'alerts.yml'], options);
  t.match(check.stdout, `SUCCESS: ${rules.length} rules found`);
  const test = await run('promtool', ['test', 'rules', 'alerts.test.yml'], options);
  t.match(test.stdout, /SUCCESS/);
});

t.test('errors.md names every code that the source can make, with its status, and no other', async (t) => {
  const text = await readFile(new URL('docs/guides/errors.md', root), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)`\s*\| (\d{3})/gm)].map(([, code = '', status = '']) => ({
    code,
    status: Number(status),
  }));
  const folders = ['services', 'packages/service-kit/src'].map((path) => fileURLToPath(new URL(path, root)));
  const { codes, unclear } = await problemCodes(folders);
  t.strictSame(unclear, [], 'every HttpProblem was understood');
  t.ok(codes.length > 15, `${codes.length} places make errors`);
  for (const { code, status, file } of codes) {
    const row = rows.find((row) => row.code === code);
    t.ok(row, `${code} of ${file.slice(fileURLToPath(root).length)}`);
    if (status !== undefined) t.equal(row?.status, status, code);
  }
  const known = new Set(codes.map(({ code }) => code));
  t.strictSame(
    rows.filter(({ code }) => !known.has(code)),
    [],
  );
});
