import { ownPostgres } from '../dist/index.js';

const postgres = await ownPostgres({ teardown: () => {} });
await postgres.freeze();
console.log(`frozen at ${new URL(postgres.url).port}`);
