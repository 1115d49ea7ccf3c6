import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTag } from '@shirube/service-kit';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes with every header that goes with them. */
export interface AnswerForm {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response ready to be sent, as often as it is asked for. */
export interface Answer extends AnswerForm {
  readonly etag: string;
  /** The compressed form, made when it is first wanted and kept from then on. */
  encoded(encoding: Exclude<Encoding, 'identity'>): AnswerForm | Promise<AnswerForm>;
}

// Most answers are sent a few times only: more effort would cost more than the bytes that it saves.
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 1 }),
};

/** Prepares JSON, or what its own headers say, for sending. */
export function createAnswer(json: string | Buffer, ownHeaders: Record<string, string> = {}): Answer {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  const etag = entityTag(body, ownHeaders['x-total-count']);
  const headers = {
    // The last is for outages: an answer of ten minutes ago is better than none, an older one may be wrong.
    'cache-control': 'public, max-age=1, stale-while-revalidate=1, stale-if-error=600',
    'content-type': 'application/json; charset=utf-8',
    ...ownHeaders,
    etag,
    // For the gateway, which counts whole seconds: fresh until the end of the one in which it was made.
    'x-accel-expires': `@${Math.floor(Date.now() / 1000)}`,
    vary: 'Accept-Encoding',
    'content-length': String(body.length),
  };
  const forms: Partial<Record<Encoding, AnswerForm | Promise<AnswerForm>>> = {};

  async function encode(encoding: Exclude<Encoding, 'identity'>): Promise<AnswerForm> {
    const compressed = await compressors[encoding](body);
    const length = String(compressed.length);
    const form = {
      body: compressed,
      headers: { ...headers, 'content-encoding': encoding, 'content-length': length },
    };
    forms[encoding] = form;
    return form;
  }

  return {
    body,
    headers,
    etag,
    encoded(encoding) {
      forms[encoding] ??= encode(encoding);
      return forms[encoding];
    },
  };
}
