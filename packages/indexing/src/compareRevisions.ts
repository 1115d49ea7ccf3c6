/** The revisions of a service in the catalog and in the index; undefined where it is missing. */
export interface Difference {
  id: string;
  catalog: number | undefined;
  index: number | undefined;
}

interface Revision {
  id: string;
  revision: number;
}

async function* singly(pages: AsyncIterable<readonly Revision[]>): AsyncGenerator<Revision, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

/**
 * Compares two lists in id order, and returns the ids whose revisions differ. Memory grows only with the differences.
 */
export async function compareRevisions(
  catalog: AsyncIterable<readonly Revision[]>,
  index: AsyncIterable<readonly Revision[]>,
  onChecked: (count: number) => void = () => {},
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const left = singly(catalog);
  const right = singly(index);
  let ours = (await left.next()).value;
  let theirs = (await right.next()).value;
  for (let checked = 1; ours || theirs; checked++) {
    if (ours && (!theirs || ours.id < theirs.id)) {
      differences.push({ id: ours.id, catalog: ours.revision, index: undefined });
      ours = (await left.next()).value;
    } else if (theirs && (!ours || theirs.id < ours.id)) {
      differences.push({ id: theirs.id, catalog: undefined, index: theirs.revision });
      theirs = (await right.next()).value;
    } else if (ours && theirs) {
      if (ours.revision !== theirs.revision)
        differences.push({ id: ours.id, catalog: ours.revision, index: theirs.revision });
      ours = (await left.next()).value;
      theirs = (await right.next()).value;
    }
    onChecked(checked);
  }
  return differences;
}
