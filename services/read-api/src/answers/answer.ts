import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A response ready to be sent, as often as it is asked for: bytes, headers, and the compressed forms once wanted. */
export interface Answer {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  encoded(encoding: Encoding): Promise<Buffer>;
}

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => promisify(gzip)(body, { level: 5 }),
  identity: async (body) => body,
};

/** Prepares a JSON text for sending. The ETag is weak, since one stands for every encoding. */
export function createAnswer(json: string, headers: Record<string, string> = {}): Answer {
  const body = Buffer.from(json);
  const forms = new Map<Encoding, Promise<Buffer>>();
  return {
    body,
    headers,
    etag: `W/"${createHash('sha1').update(JSON.stringify(headers)).update(body).digest('base64url')}"`,
    encoded(encoding) {
      const form = forms.get(encoding) ?? compressors[encoding](body);
      forms.set(encoding, form);
      return form;
    },
  };
}
