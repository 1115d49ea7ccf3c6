import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes with every header that goes with them. */
export interface AnswerForm {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The same headers, names and values in turn. */
  readonly lines: readonly string[];
}

const createForm = (body: Buffer, ownHeaders: Record<string, string>): AnswerForm => {
  const headers = { ...ownHeaders, 'content-length': String(body.length) };
  return { body, headers, lines: Object.entries(headers).flat() };
};

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

/** Prepares a JSON text for sending. The ETag is weak, since one stands for every encoding. */
export function createAnswer(json: string, ownHeaders: Record<string, string> = {}): Answer {
  const body = Buffer.from(json);
  const etag = `W/"${hash('sha1', body, 'base64url')}${ownHeaders['x-total-count'] ?? ''}"`;
  const headers = {
    ...ownHeaders,
    etag,
    'cache-control': 'public, max-age=1',
    vary: 'Accept-Encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  const forms = new Map<Encoding, AnswerForm | Promise<AnswerForm>>();
  return {
    ...createForm(body, headers),
    etag,
    encoded(encoding) {
      const known = forms.get(encoding);
      if (known) return known;
      const made = compressors[encoding](body).then((compressed) => {
        const form = createForm(compressed, { ...headers, 'content-encoding': encoding });
        forms.set(encoding, form);
        return form;
      });
      forms.set(encoding, made);
      return made;
    },
  };
}
