import { singleFlight } from '@shirube/domain';
import { type Database, isStoringRefused } from './database.js';

/** Tracks whether the catalog is usable. Postgres still answers reads when its disk is full. */
interface CatalogWatch {
  /** Called with every error that a user of the catalog gets. */
  failed(error: unknown): void;
  /** Resolves if the catalog responds. After a failed write, it also requires that there is room again. */
  check(): Promise<void>;
}

// Takes about a megabyte on the disk of the catalog, and frees it at once. This also fails where writes are not
// allowed.
const takeRoom = `create temporary table room on commit drop as
  select repeat('.', 1900) as filler from generate_series(1, 500)`;

export function watchCatalog(database: Database): CatalogWatch {
  let isFull = false;

  async function look(): Promise<void> {
    await database.query(isFull ? takeRoom : 'select 1');
    isFull = false;
  }

  return {
    failed(error) {
      if (isStoringRefused(error)) isFull = true;
    },
    check: singleFlight(look),
  };
}
