import { isTestNetwork, networks, type ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

export interface ListToolsOptions {
  /** The id of the last service of the previous page. */
  after?: string | undefined;
  /** Part of the name, or of the name in the MCP Registry, case-insensitive. */
  search?: string | undefined;
  updatedSince?: Date | undefined;
  limit: number;
}

/** The reversed host and the id, as the MCP Registry names servers. */
const registryName = `(
    select string_agg(part, '.' order by place desc)
    from unnest(string_to_array(endpoint_host, '.')) with ordinality as parts (part, place)
  ) || '/' || id`;

const testChains = networks.map(({ name }) => name).filter(isTestNetwork);

/**
 * Returns the services that are tools of MCP servers and not gone, in the order of registration. Test networks come
 * last.
 */
export async function listTools(database: Database, options: ListToolsOptions): Promise<ServiceDetail[]> {
  const { after, search, updatedSince, limit } = options;
  const { rows } = await database.query<ServiceRow>(
    `select ${serviceColumns} from services
      where coalesce(details -> 'call', observed -> 'details' -> 'call', observed -> 'manifest' -> 'call') ->> 'type' = 'mcp'
        and status <> 'inactive'
        and ($1::uuid is null or (chain = any($5), id)
          > (coalesce((select chain = any($5) from services where id = $1), false), $1))
        and ($3::timestamptz is null or updated_at >= $3)
        and ($2::text is null or strpos(lower(concat_ws(' ', name, ${registryName})), lower($2)) > 0)
      order by chain = any($5), id limit $4`,
    [after ?? null, search ?? null, updatedSince ?? null, limit, testChains],
  );
  return rows.map(toService);
}
