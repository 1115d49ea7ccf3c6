import type { Change, ChangesPage } from '@shirube/contracts';
import { type DirectoryClient, registration, until } from '@shirube/testing';

export const feed = '/api/changes';

/** Makes changes in a directory, and reads its feed of them. */
export function changeFeed(directory: DirectoryClient) {
  const authorization = `Bearer ${directory.key}`;
  const read = (query: string) => directory.get<ChangesPage>(`${feed}${query}`);
  /** Reads the feed to its end. */
  async function follow(since?: string): Promise<{ changes: Change[]; cursor: string }> {
    const changes: Change[] = [];
    let cursor = since;
    for (;;) {
      const { body } = await read(cursor === undefined ? '?limit=1000' : `?limit=1000&since=${cursor}`);
      changes.push(...body.changes);
      cursor = body.cursor;
      if (!body.more) return { changes, cursor };
    }
  }
  return {
    read,
    follow,
    /** A change is in the feed once all older transactions have ended, such as one of the indexer. */
    followUntil: (since: string | undefined, isDone: (changes: Change[]) => boolean) =>
      until(
        async () => {
          const { changes } = await follow(since);
          return isDone(changes) ? changes : undefined;
        },
        { message: 'the changes do not come' },
      ),
    register: async (name: string, category?: string) =>
      (await directory.post(registration({ name, ...(category ? { category } : {}) }))).body,
    patch: (id: string, body: object) =>
      directory.request(`/api/services/${id}`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    remove: (id: string) => directory.request(`/api/services/${id}`, { method: 'DELETE', headers: { authorization } }),
  };
}
