import { aligned } from './aligned.js';

/** A cell of the space of meanings, and how near its centre lies to the vector asked for. */
export interface NearCell {
  cell: number;
  cosine: number;
}

export interface CellTable {
  /** The cells whose centres lie nearest to a unit vector, nearest first. */
  nearest(vector: Float32Array, count: number): NearCell[];
}

const MAGIC = 0x4c434853; // "SHCL"
const VERSION = 1;
const HEADER = 16;
// The axes are ordered by how much they tell: these choose the few cells that are compared on all of them.
const MAIN_AXES = 32;
const COMPARED = 2;
const LEAST_COMPARED = 64;

const STEPS = 512;

/** A number that at least `wanted` of the cosines reach, and few more. */
function leastOf(cosines: Float32Array, wanted: number): number {
  const stepOf = (cosine: number) => Math.floor(((cosine + 1) / 2) * (STEPS - 1));
  const counts = new Uint16Array(STEPS);
  for (const cosine of cosines) counts[stepOf(cosine)] = (counts[stepOf(cosine)] as number) + 1;
  let step = STEPS;
  for (let found = 0; found < wanted && step > 0; found += counts[step] as number) step -= 1;
  return (2 * step) / (STEPS - 1) - 1;
}

/**
 * The cells as they lie in their file: after a header of four 32-bit numbers (magic, version, cells, dimensions) the
 * direction of each cell's centre in bytes.
 */
export function readCellTable(file: Buffer): CellTable {
  const bytes = aligned(file);
  const [magic, version, count = 0, dimensions = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
  if (magic !== MAGIC || version !== VERSION) throw new Error('The cell table has an unknown form.');
  const centres = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER, count * dimensions);
  const scales = new Float32Array(count);
  const mainAxes = new Float32Array(count * MAIN_AXES);
  for (let cell = 0; cell < count; cell += 1) {
    const centre = centres.subarray(cell * dimensions, (cell + 1) * dimensions);
    let square = 0;
    for (const value of centre) square += value * value;
    const scale = 1 / Math.sqrt(square);
    scales[cell] = scale;
    for (let i = 0; i < MAIN_AXES; i += 1) mainAxes[cell * MAIN_AXES + i] = scale * (centre[i] ?? 0);
  }
  const rough = new Float32Array(count);

  function compareRoughly(vector: Float32Array): void {
    for (let cell = 0; cell < count; cell += 1) {
      const from = cell * MAIN_AXES;
      let sum = 0;
      for (let i = 0; i < MAIN_AXES; i += 1) sum += (mainAxes[from + i] as number) * (vector[i] as number);
      rough[cell] = sum;
    }
  }

  function cosine(cell: number, vector: Float32Array): number {
    const from = cell * dimensions;
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += (centres[from + i] as number) * (vector[i] as number);
    return sum * (scales[cell] as number);
  }

  return {
    nearest(vector, wanted) {
      compareRoughly(vector);
      const compared = Math.min(count, Math.max(LEAST_COMPARED, COMPARED * wanted));
      const least = leastOf(rough, compared);
      const near: NearCell[] = [];
      for (let cell = 0; cell < count; cell += 1) {
        if ((rough[cell] as number) >= least) near.push({ cell, cosine: cosine(cell, vector) });
      }
      return near.sort((a, b) => b.cosine - a.cosine || a.cell - b.cell).slice(0, wanted);
    },
  };
}
