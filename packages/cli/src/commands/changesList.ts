import { listRecentChanges } from '@shirube/catalog';
import { Option, wholeNumber } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { moment, table } from '../terminal/format.js';

const types = ['created', 'updated', 'status', 'deleted'] as const;

export const changesList = defineCommand({
  path: 'changes list',
  summary: 'show what happened to services, latest first',
  notes: 'Changes of hidden services are included.',
  examples: ['shirube changes list', 'shirube changes list --type status --limit 100 --json'],
  form: (command) =>
    command
      .addOption(new Option('--type <TYPE>', 'only changes of this kind').choices(types))
      .option('--service <ID>', 'only this service')
      .option('--account <ID>', 'only services of this account')
      .option('--before <PLACE>', 'only changes before this position, as --json shows it')
      .option('--limit <N>', 'how many to show, at most 500', wholeNumber(1, 500), 50),
  async run({ json: _json, ...query }) {
    const changes = await withCatalog({}, ({ database }) => listRecentChanges(database, query));
    const rows = changes.map(({ at, type, id, name, fields, from, to, reason, moderation }) => [
      moment(at, ''),
      moderation ?? type,
      id,
      name ?? '(removed)',
      from && to ? `${from} → ${to}${reason ? ` (${reason})` : ''}` : fields.join(', '),
    ]);
    return { data: changes, text: table(['AT', 'TYPE', 'ID', 'NAME', 'WHAT'], rows) };
  },
});
