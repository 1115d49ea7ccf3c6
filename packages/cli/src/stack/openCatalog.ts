import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Database, migrate, openDatabase } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { connectLocalPostgres } from '@shirube/local-postgres';
import { readSettings, type Settings, withoutSecrets } from '@shirube/service-kit/settings';
import { CommandError } from '../program.js';

export interface Catalog {
  database: Database;
  /** The address of the Postgres that holds it; it has a password, so it is for programs only. */
  url: string;
  settings: Settings;
  /** Whether nobody but this command is at work on the data directory: then no indexer runs either. */
  alone: boolean;
}

/** Whether the data directory holds a catalog already. */
export async function hasLocalCatalog({ DATA_DIR }: Settings): Promise<boolean> {
  return access(join(DATA_DIR, 'postgres')).then(
    () => true,
    () => false,
  );
}

/**
 * Connects to the catalog that the variables name: DATABASE_URL, else the data directory, whose Postgres is used where
 * it runs and else runs until `close`. Postgres may still turn out not to answer.
 */
export async function connectCatalog(settings: Settings): Promise<Catalog & { close(): Promise<void> }> {
  const local = settings.DATABASE_URL ? undefined : await connectLocalPostgres(settings.DATA_DIR);
  const url = local?.url ?? settings.DATABASE_URL ?? '';
  try {
    // A connection that breaks fails the statement that it carries; there is nothing to do about an idle one.
    const database = openDatabase(url, { max: 4, onError: () => {} });
    const close = () => database.end().finally(() => local?.stop());
    return { database, url, settings, alone: local?.startedHere ?? false, close };
  } catch (error) {
    await local?.stop();
    throw error;
  }
}

/** Does its work on the catalog, brought up to date. A data directory is made for `create` only. */
export async function withCatalog<T>(
  { create = false }: { create?: boolean },
  work: (catalog: Catalog) => Promise<T>,
): Promise<T> {
  const settings = readSettings();
  if (!create && !settings.DATABASE_URL && !(await hasLocalCatalog(settings))) {
    // Most often a command in the wrong directory.
    throw new CommandError(
      `There is no catalog in ${resolve(settings.DATA_DIR)}: start Shirube once, or set DATA_DIR or DATABASE_URL to where it is.`,
    );
  }
  const catalog = await connectCatalog(settings);
  try {
    await migrate(catalog.database).catch((error) => {
      throw new CommandError(`Postgres at ${withoutSecrets(catalog.url)} cannot be used: ${reasonOf(error)}.`);
    });
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}
