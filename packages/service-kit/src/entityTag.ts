import { hash } from 'node:crypto';

/** The tag of an answer (RFC 9110): weak, since one stands for every encoding. */
export const entityTag = (body: string | Buffer, more = ''): string => `W/"${hash('sha1', body, 'base64url')}${more}"`;

/** Whether If-Match or If-None-Match names the tag. `W/` is not looked at: all of our tags are weak. */
export function namesTag(header: string, etag: string): boolean {
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((named) => {
    const tag = named.trim();
    return tag === '*' || tag.replace(/^W\//, '') === opaque;
  });
}
