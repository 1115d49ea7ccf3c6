export { toDocument } from './document/toDocument.js';
export { createEmbeddedEngine, type EmbeddedEngine } from './engines/embedded/createEmbeddedEngine.js';
export { DocumentsRefused, SearchUnavailable } from './errors.js';
export { type IntentRequest, intentSearch } from './intent/intentSearch.js';
export type * from './searchEngine.js';
