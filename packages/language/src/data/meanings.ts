import { memoize } from '../memoize.js';
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

export const parseTasks = (ndjson: string): TaskText[] =>
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

/** A table of rows of bytes, each times the scale of its row. */
function createRows(bytes: Int8Array, scales: Float32Array) {
  const width = bytes.length / scales.length;
  return {
    at: (row: number, column: number): number => (scales[row] as number) * (bytes[row * width + column] as number),
    /** Adds the columns of a row from `start` on, times a factor, to a sum. */
    add(sum: Float32Array, row: number, start: number, factor = 1): void {
      const scale = factor * (scales[row] as number);
      for (let i = 0; i < sum.length; i += 1)
        sum[i] = (sum[i] as number) + scale * (bytes[row * width + start + i] as number);
    },
  };
}

/**
 * Reads what texts are about as a whole, regardless of their words: in either language, in the words of users and of
 * sellers. The table has this file format. A header of seven 32-bit numbers (magic, version, pieces, tasks,
 * dimensions, dimensions of ways, places around a piece) is followed by the scores of the pieces, the scales of their
 * vectors, subjects, ways and turns (32-bit floats), their vectors, their subjects, their ways (plain and turned), how
 * they turn the pieces around them and themselves, the directions of the subjects of all tasks, 1 for each task that has
 * an opposite, the lengths of the pieces (all bytes), and the pieces in UTF-8.
 */
export function readMeanings(file: Buffer, list: readonly TaskText[]) {
  const { header, take, bytes } = openTable(file, 'SHMN', 5);
  const [count = 0, taskCount = 0, dimensions = 0, wayDimensions = 0, places = 0] = header;
  const scores = take(Float32Array, count);
  const takeScales = () => take(Float32Array, count);
  const [vectorScales, subjectScales, wayScales, turnScales] = [takeScales(), takeScales(), takeScales(), takeScales()];
  const vectors = createRows(take(Int8Array, count * dimensions), vectorScales);
  const subjects = createRows(take(Int8Array, count * dimensions), subjectScales);
  const ways = createRows(take(Int8Array, 2 * count * wayDimensions), wayScales);
  const turns = createRows(take(Int8Array, count * (places + 1)), turnScales);
  const nearest = createDirections(take(Int8Array, taskCount * dimensions), dimensions);
  const haveOpposite = take(Uint8Array, taskCount);
  const pieces = Array.from(bytes(count), (length) => bytes(length).toString('utf8'));
  // A text is cut for each of its vectors.
  const cut = memoize(8, createPieceReader(pieces, scores), Number.POSITIVE_INFINITY);
  const tasks = list.map(({ task: id, en, ja }, i): Task => ({ id, en, ja, hasOpposite: haveOpposite[i] === 1 }));
  if (tasks.length !== taskCount) {
    throw new Error('The table of meanings was made of other tasks: run pipeline/meaning.py again.');
  }

  /** Returns to which side the pieces around a piece turn it, as "to" and "from" do: -1 to 1. */
  function turnOf(found: readonly number[], i: number): number {
    let turn = turns.at(found[i] as number, places);
    for (let place = 0; place < places; place += 1) {
      const other = found[i + place - places / 2 + Number(place >= places / 2)];
      if (other !== undefined) turn += turns.at(other, place);
    }
    return Math.tanh(turn);
  }

  /** Returns the unit vector of the sum of the rows of a text's pieces. Undefined if nothing of the text is known. */
  function sumIn(rows: typeof vectors, text: string): Float32Array | undefined {
    const sum = new Float32Array(dimensions);
    for (const piece of cut(text)) rows.add(sum, piece, 0);
    return makeUnit(sum) ? sum : undefined;
  }

  return {
    /** Returns the vector of a text, of length 1. Undefined if nothing of it is known. */
    vector: (text: string) => sumIn(vectors, text),
    /** Returns the vector by which the tasks of a text are told, of length 1. Undefined if nothing of it is known. */
    subject: (text: string) => sumIn(subjects, text),
    /**
     * Returns which way a text points between tasks and their opposites (from Word to PDF, or back). The vectors of two
     * texts are alike if they point the same way, and opposite if they do not. A text that tells little has a short one.
     */
    way(text: string): Float32Array {
      const found = cut(text).toReversed();
      const sum = new Float32Array(wayDimensions);
      for (const [i, piece] of found.entries()) {
        ways.add(sum, piece, 0);
        ways.add(sum, piece, wayDimensions, turnOf(found, i));
      }
      const length = Math.hypot(1, ...sum);
      return sum.map((value) => value / length);
    },
    /** Returns the tasks that a text of this subject is about, most likely first. */
    tasks(subject: Float32Array): NearTask[] {
      const near = nearest(subject, MOST);
      const weights = near.map(({ cosine }) => Math.exp((cosine - (near[0]?.cosine ?? 0)) / TEMPERATURE));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return near.map(({ index }, i) => ({ task: tasks[index] as Task, weight: (weights[i] as number) / total }));
    },
  };
}
