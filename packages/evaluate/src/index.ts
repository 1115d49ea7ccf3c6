export { demoBaseline, readBaseline } from './baseline.js';
export { readCatalogEntries } from './catalogEntries.js';
export { type EngineName, engineNames } from './engines.js';
export { evaluate, type Run } from './evaluate.js';
export type { Figures, FiguresByLanguage } from './figures.js';
export { type Query, readQueries } from './queries.js';
export { run } from './run.js';
