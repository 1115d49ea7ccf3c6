import {
  type Database,
  editService,
  endpointDigest,
  findOwnServices,
  inTransaction,
  lockEndpoints,
  registrationDigest,
} from '@shirube/catalog';
import { ExchangeError } from '../exchangeError.js';
import { addLines, countNewLines, type ImportedLines, type ImportLine, type NewLines } from './importLines.js';

/** What to do with a line whose endpoint the account has registered already. */
export const conflictChoices = ['update', 'skip', 'fail'] as const;
export type OnConflict = (typeof conflictChoices)[number];

interface OwnChoice {
  accountId: string;
  restore: boolean;
  onConflict: OnConflict;
}

interface ImportedOwn extends ImportedLines {
  /** Ids of the services that were changed. */
  updated: string[];
}

type Known = Map<string, { id: string; digest: string }>;

const keyOf = ({ registration }: ImportLine): string => endpointDigest(registration.endpoint);

/** Finds the first service of an account at the endpoint of each line, by the key of the endpoint. */
async function findOwn(
  database: Pick<Database, 'query'>,
  lines: readonly ImportLine[],
  accountId: string,
): Promise<Known> {
  const own = await findOwnServices(database, accountId, lines.map(keyOf));
  return new Map([...own].map(([key, service]) => [key, { id: service.id, digest: registrationDigest(service) }]));
}

/** Splits lines into `fresh`, the first line of each endpoint that is new to the account, and `known`, all others. */
function split(lines: readonly ImportLine[], own: Known): { fresh: ImportLine[]; known: ImportLine[] } {
  const endpoints = new Set(own.keys());
  const fresh: ImportLine[] = [];
  const known: ImportLine[] = [];
  for (const line of lines) {
    (endpoints.has(keyOf(line)) ? known : fresh).push(line);
    endpoints.add(keyOf(line));
  }
  return { fresh, known };
}

/** Rejects lines of known endpoints, unless an earlier import stored them. */
async function refuseNew(database: Pick<Database, 'query'>, known: readonly ImportLine[]): Promise<void> {
  const { rows } = await database.query<{ digest: string }>(
    `select encode(digest, 'hex') as digest from imported_lines
      where digest in (select decode(line, 'hex') from unnest($1::text[]) as line)`,
    [known.map(({ digest }) => digest)],
  );
  const imported = new Set(rows.map(({ digest }) => digest));
  const refused = known.find(({ digest }) => !imported.has(digest));
  if (refused)
    throw new ExchangeError(
      `the account already has ${refused.registration.endpoint}. Remove that line, or choose --on-conflict update or skip`,
    );
}

/** Records which service a line became: if that service is removed, the line does not restore it. */
const note = `
  insert into imported_lines (digest, occurrence, service_id)
  select decode(digest, 'hex'), occurrence, service_id
  from unnest($1::text[], $2::integer[], $3::uuid[]) as line (digest, occurrence, service_id)
  order by digest, occurrence
  on conflict (digest, occurrence) do update set service_id = excluded.service_id`;

/** Counts what an import would store and change. */
export async function countOwn(
  database: Database,
  lines: readonly ImportLine[],
  { accountId, onConflict }: Omit<OwnChoice, 'restore'>,
): Promise<NewLines & { updated: number }> {
  const own = await findOwn(database, lines, accountId);
  const { fresh, known } = split(lines, own);
  if (onConflict === 'fail') await refuseNew(database, known);
  const differing = known.filter((line) => own.has(keyOf(line)) && own.get(keyOf(line))?.digest !== line.digest);
  const updated = onConflict === 'update' ? new Set(differing.map(keyOf)).size : 0;
  return { ...(await countNewLines(database, fresh)), updated };
}

/**
 * Stores lines whose endpoints are new to the account, and updates its services at the other endpoints from the lines.
 */
export async function importOwn(
  database: Database,
  lines: readonly ImportLine[],
  { accountId, restore, onConflict }: OwnChoice,
): Promise<ImportedOwn> {
  if (lines.length === 0) return { ids: [], removed: 0, updated: [] };
  const { stored, known } = await inTransaction(database, async (client) => {
    await lockEndpoints(client, accountId);
    const { fresh, known } = split(lines, await findOwn(client, lines, accountId));
    if (onConflict === 'fail') await refuseNew(client, known);
    return { stored: await addLines(client, fresh, { restore, accountId }), known };
  });
  const updated = new Set<string>();
  if (known.length === 0 || onConflict !== 'update') return { ...stored, updated: [] };
  const own = await findOwn(database, known, accountId);
  const noted = known.flatMap((line) => {
    const id = own.get(keyOf(line))?.id;
    return id === undefined ? [] : [{ line, id }];
  });
  for (const { line, id } of noted) {
    if (own.get(keyOf(line))?.digest === line.digest) continue;
    const { outcome } = await editService(database, id, { accountId }, () => line.registration);
    if (outcome === 'done') updated.add(id);
    own.set(keyOf(line), { id, digest: line.digest });
  }
  await database.query(note, [
    noted.map(({ line }) => line.digest),
    noted.map(({ line }) => line.occurrence),
    noted.map(({ id }) => id),
  ]);
  return { ...stored, updated: [...updated] };
}
