import { createDirections } from '../vectors/directions.js';
import { readDataFiles } from './dataFiles.js';
import { openTable } from './openTable.js';
import { createPieceReader } from './pieces.js';
import { makeUnit } from './vectors.js';

/** A task that people want an API to do. */
export interface Task {
  id: string;
  /** Its name in either language. */
  en: string;
  ja: string;
}

/** What people say about a task. */
export interface TaskText extends Omit<Task, 'id'> {
  task: string;
  /** How sellers describe it, in English. */
  sellers: readonly string[];
  /** How users ask for it, in either language. */
  users: readonly string[];
}

/** A task, and how likely a text is about it: 0–1. The weights of a text add up to at most 1. */
export interface NearTask {
  task: Task;
  weight: number;
}

const parseTasks = (ndjson: string): TaskText[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TaskText => JSON.parse(line));

/** Returns what is said about all tasks, for catalogs and queries of tests. */
export const readTaskTexts = async (): Promise<TaskText[]> =>
  parseTasks((await readDataFiles()).file('tasks.ndjson').toString('utf8'));

/** The maximum number of tasks of a text, and how fast the likelihood falls with the cosine. */
const MOST = 8;
const TEMPERATURE = 0.05;

/**
 * Reads what texts are about as a whole, regardless of their words: in either language, in the words of users and of
 * sellers. The table has this file format. A header of five 32-bit numbers (magic, version, pieces,
 * tasks, dimensions) is followed by the scores of the pieces and the scales of their vectors (32-bit floats), their
 * vectors, the directions of what is said about each task (bytes), the lengths of the pieces (bytes), and the pieces in
 * UTF-8.
 */
export function readMeanings(file: Buffer, list: string) {
  const { header, take, bytes } = openTable(file, 'SHMN', 3);
  const [count = 0, taskCount = 0, dimensions = 0] = header;
  const scores = take(Float32Array, count);
  const scales = take(Float32Array, count);
  const vectors = take(Int8Array, count * dimensions);
  const nearest = createDirections(take(Int8Array, taskCount * dimensions), dimensions);
  const pieces = Array.from(bytes(count), (length) => bytes(length).toString('utf8'));
  const cut = createPieceReader(pieces, scores);
  const tasks = parseTasks(list).map(({ task: id, en, ja }): Task => ({ id, en, ja }));
  if (tasks.length !== taskCount) {
    throw new Error('The table of meanings was made of other tasks: run pipeline/meaning.py again.');
  }

  return {
    /** Returns the vector of a text, of length 1. Undefined if nothing of it is known. */
    vector(text: string): Float32Array | undefined {
      const sum = new Float32Array(dimensions);
      for (const piece of cut(text)) {
        const scale = scales[piece] as number;
        const from = piece * dimensions;
        for (let d = 0; d < dimensions; d += 1) sum[d] = (sum[d] as number) + scale * (vectors[from + d] as number);
      }
      return makeUnit(sum) ? sum : undefined;
    },
    /** Returns the tasks that a text with this vector is about, most likely first. */
    tasks(vector: Float32Array): NearTask[] {
      const near = nearest(vector, MOST);
      const weights = near.map(({ cosine }) => Math.exp((cosine - (near[0]?.cosine ?? 0)) / TEMPERATURE));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return near.map(({ index }, i) => ({ task: tasks[index] as Task, weight: (weights[i] as number) / total }));
    },
    /** Returns the English names of that many tasks, spread over the whole list. */
    examples: (count: number): string[] =>
      Array.from({ length: count }, (_, i) => tasks[Math.floor((i * taskCount) / count)]?.en ?? ''),
  };
}
