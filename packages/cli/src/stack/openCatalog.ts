import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Database, migrate, openDatabase } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { connectLocalPostgres } from '@shirube/local-postgres';
import { readSettings, type Settings, withoutSecrets } from '@shirube/service-kit/settings';
import { CommandError } from '../program.js';

export interface Catalog {
  database: Database;
  /** The URL of its Postgres. It contains a password, so it must not be shown. */
  url: string;
  settings: Settings;
  /** Whether this command is the only process that uses the data directory. Then no indexer runs either. */
  alone: boolean;
}

/** Whether the data directory holds a catalog. */
export async function hasLocalCatalog({ DATA_DIR }: Settings): Promise<boolean> {
  return access(join(DATA_DIR, 'postgres')).then(
    () => true,
    () => false,
  );
}

/**
 * Connects to the catalog of the settings: DATABASE_URL, or else the data directory. Its Postgres is used if it runs
 * already, and is otherwise started until `close`. This does not check that Postgres responds.
 */
export async function connectCatalog(settings: Settings): Promise<Catalog & { close(): Promise<void> }> {
  const local = settings.DATABASE_URL ? undefined : await connectLocalPostgres(settings.DATA_DIR);
  const url = local?.url ?? settings.DATABASE_URL ?? '';
  try {
    // A broken connection fails its current statement. An idle one needs no handling.
    const database = openDatabase(url, { max: 4, onError: () => {} });
    const close = () => database.end().finally(() => local?.stop());
    return { database, url, settings, alone: local?.startedHere ?? false, close };
  } catch (error) {
    await local?.stop();
    throw error;
  }
}

/** Reads the settings. Throws if their catalog does not exist, unless `create` is set. */
async function settingsOfCatalog(create: boolean): Promise<Settings> {
  const settings = readSettings();
  if (!create && !settings.DATABASE_URL && !(await hasLocalCatalog(settings))) {
    // The usual cause is a command in the wrong directory.
    throw new CommandError(
      `There is no catalog in ${resolve(settings.DATA_DIR)}: start Shirube once, or set DATA_DIR or DATABASE_URL to where it is.`,
    );
  }
  return settings;
}

/** Runs the work on the catalog after migrating it. A data directory is created only with `create`. */
export async function withCatalog<T>(
  { create = false }: { create?: boolean },
  work: (catalog: Catalog) => Promise<T>,
): Promise<T> {
  const catalog = await connectCatalog(await settingsOfCatalog(create));
  try {
    await migrate(catalog.database).catch((error) => {
      throw new CommandError(`Postgres at ${withoutSecrets(catalog.url)} cannot be used: ${reasonOf(error)}.`);
    });
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

/** Runs the work without a statement timeout and without migrations: the database may be empty or of an old version. */
export async function withUnmigratedCatalog<T>(
  work: (database: Database) => Promise<T>,
  { create = false }: { create?: boolean } = {},
): Promise<T> {
  const { url, close } = await connectCatalog(await settingsOfCatalog(create));
  const database = openDatabase(url, { max: 1, statementMilliseconds: 0, onError: () => {} });
  try {
    return await work(database);
  } finally {
    await database.end();
    await close();
  }
}
