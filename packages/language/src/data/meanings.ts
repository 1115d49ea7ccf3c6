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
  /** Whether there is a task that does the opposite, or it may mean either of two such tasks. */
  hasOpposite: boolean;
}

/** What people say about a task. */
export interface TaskText extends Pick<Task, 'en' | 'ja'> {
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
 * sellers. The table has this file format. A header of seven 32-bit numbers (magic, version, pieces, tasks,
 * dimensions, dimensions and rows of ways) is followed by the scores of the pieces, the scales of their vectors and of
 * the ways (32-bit floats), their vectors, the directions of what is said about each task, the ways, 1 for each task that
 * has an opposite, the lengths of the pieces (all bytes), and the pieces in UTF-8.
 */
export function readMeanings(file: Buffer, list: string) {
  const { header, take, bytes } = openTable(file, 'SHMN', 5);
  const [count = 0, taskCount = 0, dimensions = 0, wayDimensions = 0, wayRows = 0] = header;
  const scores = take(Float32Array, count);
  const scales = take(Float32Array, count);
  const wayScales = take(Float32Array, wayRows);
  const vectors = take(Int8Array, count * dimensions);
  const nearest = createDirections(take(Int8Array, taskCount * dimensions), dimensions);
  const ways = take(Int8Array, wayRows * wayDimensions);
  const haveOpposite = take(Uint8Array, taskCount);
  const pieces = Array.from(bytes(count), (length) => bytes(length).toString('utf8'));
  const cut = createPieceReader(pieces, scores);
  const tasks = parseTasks(list).map(
    ({ task: id, en, ja }, i): Task => ({ id, en, ja, hasOpposite: haveOpposite[i] === 1 }),
  );
  if (tasks.length !== taskCount) {
    throw new Error('The table of meanings was made of other tasks: run pipeline/meaning.py again.');
  }

  /** Returns the sum of these rows of a table. */
  function sumOf(indexes: readonly number[], rows: Int8Array, scaleOf: Float32Array): Float32Array {
    const sum = new Float32Array(rows.length / scaleOf.length);
    for (const index of indexes) {
      const scale = scaleOf[index] as number;
      const from = index * sum.length;
      for (let d = 0; d < sum.length; d += 1) sum[d] = (sum[d] as number) + scale * (rows[from + d] as number);
    }
    return sum;
  }

  /** Returns the rows of ways of a text: those of its pieces, and one for two that follow each other, by their hash. */
  function wayRowsOf(text: string): number[] {
    const found = cut(text).reverse();
    const rowOf = (a: number, b: number) => count + ((Math.imul(a * 31 + b, 0x9e3779b1) >>> 8) % (wayRows - count));
    const twos = [1, 2].flatMap((gap) => found.slice(gap).map((piece, i) => rowOf(found[i] as number, piece)));
    return [...found, ...twos];
  }

  return {
    /** Returns the vector of a text, of length 1. Undefined if nothing of it is known. */
    vector(text: string): Float32Array | undefined {
      const sum = sumOf(cut(text), vectors, scales);
      return makeUnit(sum) ? sum : undefined;
    },
    /**
     * Returns which way a text points between tasks and their opposites (from Word to PDF, or back). The vectors of two
     * texts are alike if they point the same way, and opposite if they do not. A text that tells little has a short one.
     */
    way(text: string): Float32Array {
      const sum = sumOf(wayRowsOf(text), ways, wayScales);
      const length = Math.hypot(1, ...sum);
      return sum.map((value) => value / length);
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
