import { startProcess } from '../dist/index.js';

const child = await startProcess({ teardown: () => {} }, 'sleep', ['300']);
console.log(`started ${child.pid}`);
