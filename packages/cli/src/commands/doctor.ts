import { reasonOf } from '@shirube/contracts';
import { readSettings, type Settings, SettingsError } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { checkIndexing, checkKeys, checkLogHolder, checkMigrations, checkPostgres } from '../doctor/checkCatalog.js';
import { checkEngine } from '../doctor/checkEngine.js';
import { checkDataDirectory, checkNodeJs } from '../doctor/checkMachine.js';
import { checkMonitor } from '../doctor/checkMonitor.js';
import { checkNodes } from '../doctor/checkNodes.js';
import { checkClock, checkVersions } from '../doctor/checkProcesses.js';
import { checkPublicAddress } from '../doctor/checkPublicAddress.js';
import { checkQueue } from '../doctor/checkQueue.js';
import { type Finding, fault, ok } from '../doctor/finding.js';
import { connectCatalog } from '../stack/openCatalog.js';
import { count, table } from '../terminal/format.js';

/** Checks the parts in the order of their dependencies. Parts that depend on a faulty one are skipped. */
async function examine(): Promise<Finding[]> {
  const nodeJs = checkNodeJs();
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [nodeJs, ...error.message.split('\n').map((bad) => fault('settings', bad, 'Correct the variable.'))];
  }
  const machine = [
    nodeJs,
    ok('settings', 'every variable is valid'),
    await checkDataDirectory(settings),
    ...(await checkPublicAddress(settings)),
  ];
  const [, , directory] = machine;
  if (nodeJs.state === 'fault' || directory?.state === 'fault') return machine;
  return [...machine, ...(await examineStack(settings))];
}

async function examineStack(settings: Settings): Promise<Finding[]> {
  const connected = await connectCatalog(settings).catch((error) =>
    fault('Postgres', reasonOf(error), 'Check the data directory and who owns it, or DATABASE_URL.'),
  );
  if ('part' in connected) return [connected];
  try {
    const postgres = await checkPostgres(connected);
    if (postgres.state === 'fault') return [postgres];
    const schema = await checkMigrations(connected);
    if (schema.state === 'fault') return [postgres, schema];
    return [
      postgres,
      schema,
      await checkClock(connected),
      await checkVersions(connected),
      await checkKeys(connected),
      await checkQueue(connected),
      ...(await checkEngine(connected)),
      await checkLogHolder(connected),
      await checkIndexing(connected),
      ...(await checkNodes(connected)),
      await checkMonitor(connected),
    ];
  } finally {
    await connected.close();
  }
}

function report(findings: readonly Finding[]): string {
  const rows = findings.map(({ part, state, finding }) => [state === 'fault' ? 'FAULT' : state, part, finding]);
  const advice = findings.flatMap(({ part, advice }) => (advice ? [`${part}: ${advice}`] : []));
  const faults = findings.filter(({ state }) => state === 'fault').length;
  const summary =
    faults > 0
      ? `${count(faults)} ${faults === 1 ? 'part does' : 'parts do'} not work.`
      : advice.length > 0
        ? 'Everything works, with warnings.'
        : 'Everything works.';
  return [table(['STATE', 'PART', 'FINDING'], rows), '', ...advice, summary].join('\n');
}

export const doctor = defineCommand({
  path: 'doctor',
  summary: 'check every part and say what to do',
  notes: 'The exit status is 0 when everything works, 1 with a warning, 2 with a fault. Nothing is changed.',
  async run() {
    const findings = await examine();
    const has = (wanted: Finding['state']) => findings.some(({ state }) => state === wanted);
    const severity = has('fault') ? 'fault' : has('warning') ? 'warning' : 'ok';
    const exitCode = { ok: 0, warning: 1, fault: 2 }[severity];
    return { data: { well: severity !== 'fault', severity, findings }, text: report(findings), exitCode };
  },
});
