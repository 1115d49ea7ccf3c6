import { reasonOf } from '@shirube/contracts';
import { readSettings, type Settings, SettingsError } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { checkIndexing, checkKeys, checkLogHolder, checkMigrations, checkPostgres } from '../doctor/checkCatalog.js';
import { checkEngine } from '../doctor/checkEngine.js';
import { checkDataDirectory, checkNode } from '../doctor/checkMachine.js';
import { checkMonitor } from '../doctor/checkMonitor.js';
import { checkNodes } from '../doctor/checkNodes.js';
import { checkQueue } from '../doctor/checkQueue.js';
import { type Finding, fault, ok } from '../doctor/finding.js';
import { connectCatalog } from '../stack/openCatalog.js';
import { count } from '../terminal/quantities.js';
import { table } from '../terminal/table.js';

/** Each part in the order in which they need each other; what needs a part that is not well is left out. */
async function examine(): Promise<Finding[]> {
  const node = checkNode();
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [node, fault('settings', error.message, 'Correct the variable.')];
  }
  const machine = [node, ok('settings', 'every variable can be used'), await checkDataDirectory(settings)];
  if (machine.some(({ state }) => state === 'fault')) return machine;
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
  const verdict =
    faults > 0
      ? `${count(faults)} ${faults === 1 ? 'part is' : 'parts are'} not well.`
      : advice.length > 0
        ? 'Everything works; there is something to look at.'
        : 'Everything is well.';
  return [table(['STATE', 'PART', 'FINDING'], rows), '', ...advice, verdict].join('\n');
}

export const command = defineCommand({
  path: 'doctor',
  summary: 'check every part and say what to do',
  notes: 'The exit status is 1 when a part has a fault; warnings leave it at 0. Nothing is changed.',
  examples: ['shirube doctor', 'shirube doctor --json'],
  async run() {
    const findings = await examine();
    const well = findings.every(({ state }) => state !== 'fault');
    return { data: { well, findings }, text: report(findings), exitCode: well ? 0 : 1 };
  },
});
