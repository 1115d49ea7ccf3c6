import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, readTable } from '@shirube/testing';
import type { Test } from 'tap';

const table = new URL('../../test/http/badParameters.tsv', import.meta.url);

/** Asserts that the response is a 400 that names this parameter and no other. */
export async function refuses(t: Test, directory: DirectoryClient, path: string, parameter: string) {
  const { status, body } = await directory.get<Problem>(path);
  t.equal(status, 400, path);
  t.strictSame(
    body.errors?.map((fault) => fault.path),
    [parameter],
    path,
  );
}

/** Parameters that are missing, blank, unknown, repeated or meaningless. */
export async function badParameters(t: Test, directory: DirectoryClient): Promise<void> {
  for (const [path = '', parameter = ''] of readTable(table)) await refuses(t, directory, path, parameter);
}
