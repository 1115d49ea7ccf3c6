import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestFault } from './requestFault.js';

const decoders: Record<string, (() => NodeJS.ReadWriteStream & Readable) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoded(body: Readable, encoding: string): Readable {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoders[encoding]?.();
  if (!decoder) throw new RequestFault('protocol', 'unknown_encoding');
  body.on('error', (error) => decoder.destroy(error));
  body.pipe(decoder);
  return decoder;
}

/** Reads and decompresses a body of at most `limit` bytes; undefined if it is larger, in which case reading stops. */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = decoded(body, (encoding ?? '').trim().toLowerCase());
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > limit) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:Z_|ERR__ERROR|ERR_)/.test(String(error.code))) {
      throw new RequestFault('protocol', 'bad_encoding', { cause: error });
    }
    throw error;
  } finally {
    stream.destroy();
    body.destroy();
  }
  return Buffer.concat(chunks);
}
