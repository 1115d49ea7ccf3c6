import { prepare } from './prepare.js';
import { compileTests } from './testFiles.js';

// npm run soak -- --minutes 30: it uses parts of the tests, so they are compiled first.
await prepare();
await compileTests();
await import(new URL('../dist-test/stack/soak.js', import.meta.url).href);
