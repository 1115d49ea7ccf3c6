import { aligned } from './aligned.js';
import { createPieceReader } from './pieces.js';
import { makeUnit } from './vectors.js';

/** A thing that people want an API to do, and how surely a text is about it. */
export interface NearTask {
  task: Task;
  /** 0–1; those of a text add up to at most 1. */
  weight: number;
}

export interface Task {
  id: string;
  /** What it is, in either language. */
  en: string;
  ja: string;
}

/** What texts are about as wholes, whatever their words: in either language, users' and sellers' words alike. */
export interface Meanings {
  /** Where a text lies: numbers of length 1; undefined when nothing of it is known. */
  vector(text: string): Float32Array | undefined;
  /** The tasks that a text there is about, likeliest first. */
  tasks(vector: Float32Array): NearTask[];
}

const MAGIC = 0x4e4d4853; // "SHMN"
const VERSION = 1;
const HEADER = 20;
/** How many tasks a text may be about, and how fast the likelihood falls with the cosine. */
const MOST = 8;
const TEMPERATURE = 0.05;
/** The axes are ordered by how much they tell: on these alone most tasks lie too far away. */
const MAIN_AXES = 32;
/** So that rounding never makes a bound smaller than what it bounds. */
const A_LITTLE_MORE = 1.000_01;

/**
 * The table as it lies in its file, beside the list of tasks. After a header of five 32-bit numbers (magic, version, pieces, tasks,
 * dimensions) follow the scores of the pieces and the scales of their vectors (32-bit floats), their vectors, the directions
 * of what is said of each task (bytes), the lengths of the pieces (bytes), and the pieces in UTF-8.
 */
export function readMeanings(file: Buffer, list: string): Meanings {
  const bytes = aligned(file);
  const [magic, version, count = 0, taskCount = 0, dimensions = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 5);
  if (magic !== MAGIC || version !== VERSION) throw new Error('The table of meanings has an unknown form.');
  let at = bytes.byteOffset + HEADER;
  const take = (size: number) => {
    at += size;
    return at - size;
  };
  const scores = new Float32Array(bytes.buffer, take(4 * count), count);
  const scales = new Float32Array(bytes.buffer, take(4 * count), count);
  const vectors = new Int8Array(bytes.buffer, take(count * dimensions), count * dimensions);
  const directions = Float32Array.from(
    new Int8Array(bytes.buffer, take(taskCount * dimensions), taskCount * dimensions),
  );
  for (let from = 0; from < directions.length; from += dimensions) {
    makeUnit(directions.subarray(from, from + dimensions));
  }
  const rests = Float32Array.from({ length: taskCount }, (_, i) => restOf(directions, i * dimensions, dimensions));
  const lengths = new Uint8Array(bytes.buffer, take(count), count);
  let start = at - bytes.byteOffset;
  const pieces = Array.from(lengths, (length) => {
    start += length;
    return bytes.toString('utf8', start - length, start);
  });
  const cut = createPieceReader(pieces, scores);
  const tasks = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Task => {
      const { task: id, en, ja } = JSON.parse(line);
      return { id, en, ja };
    });

  if (tasks.length !== taskCount) {
    throw new Error('The table of meanings was made of other tasks: run pipeline/meaning.py again.');
  }

  return {
    vector: (text) => {
      const sum = new Float32Array(dimensions);
      for (const piece of cut(text)) {
        const scale = scales[piece] as number;
        const from = piece * dimensions;
        for (let d = 0; d < dimensions; d += 1) sum[d] = (sum[d] as number) + scale * (vectors[from + d] as number);
      }
      return makeUnit(sum) ? sum : undefined;
    },
    tasks: (vector) => {
      const near: { task: Task; cosine: number }[] = [];
      let least = -1;
      const rest = restOf(vector, 0, dimensions) * A_LITTLE_MORE;
      for (let i = 0; i < tasks.length; i += 1) {
        const from = i * dimensions;
        const main = product(directions, from, vector, 0, MAIN_AXES);
        // The product of the rests is no larger than that of their lengths.
        if (main + rest * (rests[i] as number) <= least) continue;
        const cosine = main + product(directions, from, vector, MAIN_AXES, dimensions);
        if (cosine <= least) continue;
        near.push({ task: tasks[i] as Task, cosine });
        near.sort((x, y) => y.cosine - x.cosine);
        near.length = Math.min(near.length, MOST);
        if (near.length === MOST) least = near.at(-1)?.cosine ?? -1;
      }
      const weights = near.map(({ cosine }) => Math.exp((cosine - (near[0]?.cosine ?? 0)) / TEMPERATURE));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return near.map(({ task }, i) => ({ task, weight: (weights[i] as number) / total }));
    },
  };
}

function product(directions: Float32Array, from: number, vector: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i += 1) sum += (directions[from + i] as number) * (vector[i] as number);
  return sum;
}

/** The length of what lies on the other axes of the vector that starts at `from`. */
const restOf = (vectors: Float32Array, from: number, dimensions: number): number =>
  Math.hypot(...vectors.subarray(from + MAIN_AXES, from + dimensions));
