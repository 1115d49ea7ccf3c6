import { prepare } from './prepare.js';
import { run } from './run.js';

// npm run soak -- --minutes 30: it uses parts of the tests, so they are built first.
await prepare();
await run('Building the tests', 'npm', ['run', 'build:tests']);
await import(new URL('../stack/dist-test/soak.js', import.meta.url).href);
