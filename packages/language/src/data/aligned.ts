/** The file where typed arrays can read it: they need a start at a multiple of four bytes, and Node may give another. */
export function aligned(file: Buffer): Buffer {
  return file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
}
