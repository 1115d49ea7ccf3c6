import { type DirectoryClient, until } from '@shirube/testing';

/** Milliseconds for which a reader may return a stale response. */
const longestKept = 1_500;

/**
 * Waits until these responses no longer change, and returns their ETags. Registrations of earlier tests may not have
 * reached the reader yet.
 */
async function unchanging(directory: DirectoryClient, paths: readonly string[]): Promise<string> {
  let lastEtags = '';
  let since = 0;
  const settled = async () => {
    const replies = await Promise.all(paths.map((path) => directory.get(path)));
    const etags = replies.map(({ headers }) => headers.get('etag')).join(' ');
    if (etags !== lastEtags) since = Date.now();
    lastEtags = etags;
    return Date.now() - since > longestKept ? etags : undefined;
  };
  return until(settled, { message: 'the answers go on changing' });
}

/**
 * Returns what `read` returns while these responses do not change. Readers renew the word counts by which they rank
 * intents now and then, and those of a gateway not at the same time.
 */
export async function whileUnchanging<T>(
  directory: DirectoryClient,
  paths: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  let before = await unchanging(directory, paths);
  for (;;) {
    const result = await read();
    const after = await unchanging(directory, paths);
    if (after === before) return result;
    before = after;
  }
}
