import { pauseMonitors } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';

export const command = defineCommand({
  path: 'monitor pause',
  summary: 'let no monitor begin another check',
  notes: `No monitor begins another check; those under way end. Statuses stay as they are until ${program} monitor resume.`,
  examples: ['shirube monitor pause'],
  run: () =>
    withCatalog({}, async ({ database }) => {
      const changed = await pauseMonitors(database, true);
      const text = changed ? 'The monitors are paused.' : 'The monitors were paused already.';
      return { data: { paused: true, changed }, text };
    }),
});
