import { listActions } from '@shirube/catalog';
import { wholeNumber } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { moment, table } from '../terminal/format.js';

export const auditList = defineCommand({
  path: 'audit list',
  summary: 'show what operators have done, latest first',
  notes:
    'Lists every action with an admin key or by a command, and every proof of ownership. Postgres refuses to change or remove a record.',
  examples: ['shirube audit list', 'shirube audit list --action "keys create" --json'],
  form: (command) =>
    command
      .option('--action <WORDS>', 'only this action, such as "keys create"')
      .option('--subject <ID>', 'only what was done to this service, key, account or node')
      .option('--before <ID>', 'only entries before this one', wholeNumber(1, Number.MAX_SAFE_INTEGER))
      .option('--limit <N>', 'how many to show, at most 500', wholeNumber(1, 500), 50),
  async run({ action, subject, before, limit }) {
    const entries = await withCatalog({}, ({ database }) =>
      listActions(database, { action, subject, limit, before: before === undefined ? undefined : String(before) }),
    );
    const rows = entries.map((entry) => [
      entry.id,
      moment(entry.at, ''),
      entry.actor,
      entry.action,
      entry.subject ?? '',
      entry.reason ?? (entry.detail ? JSON.stringify(entry.detail) : ''),
    ]);
    return { data: entries, text: table(['ID', 'AT', 'WHO', 'ACTION', 'SUBJECT', 'WHY OR WHAT'], rows) };
  },
});
