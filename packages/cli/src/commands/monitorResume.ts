import { pauseMonitors } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';

export const command = defineCommand({
  path: 'monitor resume',
  summary: 'let the monitors go on',
  notes: 'What became due meanwhile is checked first, as fast as the limits of the monitors allow.',
  examples: ['shirube monitor resume'],
  run: () =>
    withCatalog({}, async ({ database }) => {
      const changed = await pauseMonitors(database, false);
      const text = changed ? 'The monitors go on.' : 'The monitors were not paused.';
      return { data: { paused: false, changed }, text };
    }),
});
