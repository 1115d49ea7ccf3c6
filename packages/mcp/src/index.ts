export type { DirectoryReads } from './directoryReads.js';
export { llmsText } from './llmsText.js';
