import t from 'tap';
import { contract } from './http/contract.js';
import { metrics } from './http/metrics.js';
import { startDirectory } from './http/startDirectory.js';

const { client } = await startDirectory(t);
await t.test('the directory on its embedded parts', (t) => contract(t, client));
await t.test('metrics answer', (t) => metrics(t, client));
