import { hash } from 'node:crypto';

/** Returns the entity tag of a response (RFC 9110). It is weak, because all encodings share it. */
export const entityTag = (body: string | Buffer, more = ''): string => `W/"${hash('sha1', body, 'base64url')}${more}"`;

/** Whether If-Match or If-None-Match contains the tag. `W/` is ignored: all of our tags are weak. */
export function namesTag(header: string, etag: string): boolean {
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((entry) => {
    const tag = entry.trim();
    return tag === '*' || tag.replace(/^W\//, '') === opaque;
  });
}
