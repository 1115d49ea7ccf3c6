import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTag } from '@shirube/service-kit';
import type { Impression } from '../insights/impression.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body with all its headers. */
export interface AnswerForm {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response that is ready to be sent any number of times. */
export interface Answer extends AnswerForm {
  readonly status: number;
  readonly etag: string;
  /** What is counted for sellers each time it is sent. */
  impressions?: readonly Impression[];
  /** The compressed form. It is created on first use and then kept. */
  encoded(encoding: Exclude<Encoding, 'identity'>): AnswerForm | Promise<AnswerForm>;
}

/** Returns the content of a JSON response, and adds to `impressions` what it shows. */
export async function parseAnswer(answer: Answer | Promise<Answer>, impressions: Impression[] = []) {
  const { body, impressions: own = [] } = await answer;
  impressions.push(...own);
  return JSON.parse(body.toString());
}

// Most responses are sent only a few times: a higher level would cost more than the bytes that it saves.
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 1 }),
};

/** Has a response counted for sellers each time it is sent. */
export const withImpressions = (answer: Answer, impressions: readonly Impression[]): Answer =>
  Object.assign(answer, { impressions });

/** Creates a response with a JSON body, unless the headers state another type. */
export function createAnswer(content: string | Buffer, ownHeaders: Record<string, string> = {}, status = 200): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const etag = entityTag(body, ownHeaders['x-total-count']);
  const headers = {
    // The given headers come first: they keep their order, which nginx before 1.23 depends on, and override the
    // defaults.
    ...ownHeaders,
    etag,
    // stale-if-error is for outages: a response of ten minutes ago is better than none, an older one may be wrong.
    'cache-control': 'public, max-age=1, stale-while-revalidate=1, stale-if-error=600',
    // For the gateway, which counts in whole seconds: the response is fresh until the end of the second in which it was
    // made.
    'x-accel-expires': `@${Math.floor(Date.now() / 1000)}`,
    vary: 'Accept-Encoding',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    ...ownHeaders,
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
    status,
    body,
    headers,
    etag,
    encoded(encoding) {
      forms[encoding] ??= encode(encoding);
      return forms[encoding];
    },
  };
}
