import { dataFile, readDataFiles } from './dataFiles.js';

/** What people say about a task that they want an API to do. */
export interface TaskText {
  /** Its name in either language. */
  en: string;
  ja: string;
  /** How sellers describe it, in English. */
  sellers: readonly string[];
  /** How users ask for it, in either language. */
  users: readonly string[];
}

/** Returns what is said about all tasks, for catalogs and queries of tests. */
export async function readTaskTexts(): Promise<TaskText[]> {
  const lines = dataFile(await readDataFiles(), 'tasks.ndjson')
    .toString('utf8')
    .split('\n');
  return lines.filter((line) => line !== '').map((line): TaskText => JSON.parse(line));
}
