export { readCatalogEntries } from './catalogEntries.js';
export { evaluate } from './evaluate.js';
export { readQueries } from './queries.js';
export { run } from './run.js';
