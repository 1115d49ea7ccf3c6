import { prepare } from './prepare.js';
import { writeSection } from './writeSection.js';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm run configuration\n\nWrites the table of docs/configuration.md from the settings in the code.',
  );
  process.exit();
}
await prepare();
const { settingsTable } = await import('../../service-kit/dist/index.js');
writeSection('docs/configuration.md', 'Variables', settingsTable());
