import { createHash } from 'node:crypto';
import { type BackupHead, faultSentences, readBackupHead } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';

/**
 * A backup is a gzip of frames. Each frame is a length of 4 bytes and that many bytes. The first frame is the head.
 * Then come the rows of each table as COPY writes them, in any number of frames, ended by an empty frame. The last
 * frame is the SHA-256 of everything before it.
 */
const lengthBytes = 4;
/** More than any row needs. A length beyond it is damaged, and must not be read into memory. */
const longestFrame = 64 * 1024 * 1024;

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

/** Returns the position after the first frame of `bytes`, or as far as that is known. */
function frameEnd(bytes: Buffer): number {
  if (bytes.length < lengthBytes) return lengthBytes;
  const length = bytes.readUInt32BE();
  if (length > longestFrame) throw damaged();
  return lengthBytes + length;
}

/** Splits the decompressed bytes into frames. Chunks are joined only when a frame is complete, so it takes linear time. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  let end = lengthBytes;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < end) continue;
    let bytes = Buffer.concat(held);
    for (end = frameEnd(bytes); bytes.length >= end; end = frameEnd(bytes)) {
      yield bytes.subarray(lengthBytes, end);
      bytes = bytes.subarray(end);
    }
    held = [bytes];
    length = bytes.length;
  }
  if (length > 0) throw damaged();
}

export function frameReader(chunks: AsyncIterable<Buffer>): FrameReader {
  const frames = split(chunks);
  const checksum = frameWriter();
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
    checksum.frame(frame);
    return frame;
  }
  return {
    next: take,
    async *table() {
      for (let frame = await take(); frame.length > 0; frame = await take()) yield frame;
    },
    async end() {
      const digest = checksum.digest();
      const [last, more] = [await read(), await read()];
      if (!last || more || !digest.equals(last)) throw damaged();
      return digest.toString('hex');
    },
  };
}

/** Reads the head; rejects if the first frame is not one. */
export async function readHead(frames: FrameReader): Promise<BackupHead> {
  const none = new ExchangeError('This is not a backup: make one with `shirube backup`.');
  let head: { format?: unknown; version?: unknown } | null;
  try {
    head = JSON.parse((await frames.next()).toString());
  } catch {
    throw none;
  }
  if (head?.format !== 'shirube-backup') throw none;
  if (head.version !== 1)
    throw new ExchangeError('A newer version of Shirube made this backup: restore it with that version.');
  const read = readBackupHead(head);
  if ('faults' in read) throw new ExchangeError(`The head of the backup is damaged: ${faultSentences(read).join(' ')}`);
  return read.value;
}
