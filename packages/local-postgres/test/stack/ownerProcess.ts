import { startLocalPostgres } from '../../dist/index.js';

const [dataDir = ''] = process.argv.slice(2);
const postgres = await startLocalPostgres({ dataDir, durable: false });
console.log(postgres.url);
process.stdin.resume().on('end', () => void postgres.stop());
