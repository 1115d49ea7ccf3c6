import { pauseMonitors } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';

const pausing = (paused: boolean, { done, before }: { done: string; before: string }) =>
  withCatalog({}, async ({ database }) => {
    const changed = await pauseMonitors(database, paused);
    return { data: { paused, changed }, text: changed ? done : before };
  });

export const command = defineCommand({
  path: 'monitor pause',
  summary: 'let no monitor begin another check',
  notes: `No monitor begins another check; those under way end. Statuses stay as they are until ${program} monitor resume.`,
  examples: ['shirube monitor pause'],
  run: () => pausing(true, { done: 'The monitors are paused.', before: 'The monitors were paused already.' }),
});

export const resume = defineCommand({
  path: 'monitor resume',
  summary: 'let the monitors go on',
  notes: 'What became due meanwhile is checked first, as fast as the limits of the monitors allow.',
  examples: ['shirube monitor resume'],
  run: () => pausing(false, { done: 'The monitors go on.', before: 'The monitors were not paused.' }),
});
