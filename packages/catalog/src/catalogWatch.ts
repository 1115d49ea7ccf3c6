import { type Database, isStoringRefused } from './database.js';

/** Knows whether the catalog can be used; a full disk does not keep Postgres from answering reads. */
export interface CatalogWatch {
  /** Told of every error that a user of the catalog meets. */
  failed(error: unknown): void;
  /** Resolves when the catalog answers and, once something could not be stored, when there is room again. */
  check(): Promise<void>;
}

// About a megabyte on the disk that holds the catalog, and gone again at once. Refused also where nothing may be written.
const takeRoom = `create temporary table room on commit drop as
  select repeat('.', 1900) as filler from generate_series(1, 500)`;

export function watchCatalog(database: Database): CatalogWatch {
  let isFull = false;
  let checking: Promise<void> | undefined;

  async function look(): Promise<void> {
    await database.query(isFull ? takeRoom : 'select 1');
    isFull = false;
  }

  return {
    failed(error) {
      if (isStoringRefused(error)) isFull = true;
    },
    check() {
      checking ??= look().finally(() => {
        checking = undefined;
      });
      return checking;
    },
  };
}
