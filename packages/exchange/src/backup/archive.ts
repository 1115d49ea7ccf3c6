import { createHash } from 'node:crypto';
import { ExchangeError } from '../exchangeError.js';

/**
 * A backup is a gzip of frames. Each frame is a length of 4 bytes and that many bytes. The first frame is the head.
 * Then come the rows of each table as COPY writes them, in any number of frames, ended by an empty frame. The last
 * frame is the SHA-256 of everything before it.
 */
export interface BackupHead {
  format: 'shirube-backup';
  /** The version of the format. */
  version: 1;
  madeAt: string;
  /** The version of Shirube that made it. */
  madeBy: string;
  /** The migrations that the schema is made of. */
  migrations: string[];
  /** The backup contains every entry of the log below `settled`, and none from `next` on. */
  log: { settled: string; next: string };
  /** Ordered so that each table comes after those that it references. */
  tables: { name: string; columns: string[] }[];
}

const lengthBytes = 4;

/** Wraps bytes in frames, and computes the digest of all of them. */
export function frameWriter() {
  const digest = createHash('sha256');
  return {
    frame(bytes: Buffer): Buffer {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(bytes.length);
      digest.update(length).update(bytes);
      return Buffer.concat([length, bytes]);
    },
    digest: () => digest.copy().digest(),
  };
}

export interface FrameReader {
  /** Returns the next frame; rejects if the backup ends too early. */
  next(): Promise<Buffer>;
  /** Yields the frames up to an empty one. */
  table(): AsyncGenerator<Buffer>;
  /** Reads the last frame; rejects if it is not the digest of everything before it. */
  end(): Promise<string>;
}

const damaged = () => new ExchangeError('The backup is damaged: it is truncated, or its content has changed.');

/** Splits the decompressed bytes into frames. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= lengthBytes && held.length >= lengthBytes + held.readUInt32BE()) {
      const end = lengthBytes + held.readUInt32BE();
      yield held.subarray(lengthBytes, end);
      held = held.subarray(end);
    }
  }
}

export function frameReader(chunks: AsyncIterable<Buffer>): FrameReader {
  const frames = split(chunks);
  const taken = frameWriter();
  /** Returns undefined after the last frame. */
  async function read(): Promise<Buffer | undefined> {
    const { value } = await frames.next().catch((error) => {
      // Errors of zlib have codes such as Z_DATA_ERROR. An abort by the reader has another code.
      throw String(error?.code).startsWith('Z_') ? damaged() : error;
    });
    return value;
  }
  async function take(): Promise<Buffer> {
    const frame = await read();
    if (!frame) throw damaged();
    taken.frame(frame);
    return frame;
  }
  return {
    next: take,
    async *table() {
      for (let frame = await take(); frame.length > 0; frame = await take()) yield frame;
    },
    async end() {
      const digest = taken.digest();
      const [last, more] = [await read(), await read()];
      if (!last || more || !digest.equals(last)) throw damaged();
      return digest.toString('hex');
    },
  };
}

/** Reads the head; rejects if the first frame is not one. */
export async function readHead(frames: FrameReader): Promise<BackupHead> {
  const none = new ExchangeError('This is not a backup: make one with `shirube backup`.');
  let head: BackupHead;
  try {
    head = JSON.parse((await frames.next()).toString());
  } catch {
    throw none;
  }
  if (head?.format !== 'shirube-backup') throw none;
  if (head.version !== 1)
    throw new ExchangeError('A newer version of Shirube made this backup: restore it with that version.');
  return head;
}
