/** A kind of typed array. */
interface Numbers<T> {
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
  BYTES_PER_ELEMENT: number;
}

const VERSION = 1;

/**
 * Opens a file that begins with a mark of four letters, the version, and so many more 32-bit numbers. Its parts are read
 * in place and in order.
 */
export function openTable(file: Buffer, mark: string, numbers: number) {
  // Typed arrays need an address that is a multiple of four, which Node does not guarantee.
  const all = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  let at = 0;
  /** Returns the next so many numbers. */
  function take<T>(kind: Numbers<T>, count: number): T {
    const offset = all.byteOffset + at;
    at += count * kind.BYTES_PER_ELEMENT;
    return new kind(all.buffer, offset, count);
  }
  const [, version, ...header] = take(Uint32Array, numbers + 2);
  if (all.toString('latin1', 0, 4) !== mark || version !== VERSION) {
    throw new Error(`The table ${mark} has an unknown form.`);
  }
  return {
    /** The numbers of the header after its mark and version. */
    header,
    take,
    /** Returns the next so many bytes, or all that are left. */
    bytes(count = all.length - at): Buffer {
      at += count;
      return all.subarray(at - count, at);
    },
  };
}

/** Returns the start of each of the consecutive parts with these lengths, and the end of the last one. */
export function runningSums(lengths: ArrayLike<number>, start = 0): Uint32Array {
  const sums = new Uint32Array(lengths.length + 1);
  sums[0] = start;
  for (let i = 0; i < lengths.length; i += 1) sums[i + 1] = (sums[i] as number) + (lengths[i] as number);
  return sums;
}
