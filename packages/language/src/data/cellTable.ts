import { createDirections } from '../vectors/directions.js';
import { openTable } from './openTable.js';

/** A cell of the space of meanings, and how near its centre is to the given vector. */
export interface NearCell {
  cell: number;
  cosine: number;
}

export interface CellTable {
  /** Returns the cells whose centres are nearest to a unit vector, nearest first. */
  nearest(vector: Float32Array, count: number): NearCell[];
}

/**
 * Reads the cells from their file format: a header of four 32-bit numbers (magic, version, cells, dimensions), then the
 * direction of each cell's centre in bytes.
 */
export function readCellTable(file: Buffer): CellTable {
  const { header, take } = openTable(file, 'SHCL', 2);
  const [count = 0, dimensions = 0] = header;
  const nearest = createDirections(take(Int8Array, count * dimensions), dimensions);
  return {
    nearest: (vector, wanted) => nearest(vector, wanted).map(({ index, cosine }) => ({ cell: index, cosine })),
  };
}
