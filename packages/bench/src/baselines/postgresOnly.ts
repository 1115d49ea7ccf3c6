import Fastify from 'fastify';
import pg from 'pg';
import { serveBaseline } from './serveBaseline.js';

interface ListParameters {
  category?: string;
  chain?: string;
  maxPricePerRequest?: string;
  sortBy: 'price' | 'trustScore' | 'name';
  sortOrder: 'asc' | 'desc';
  offset: string;
  limit: string;
}

const columns = { price: 'price', trustScore: 'trust', name: 'name_key' };

/** The services with the JSON that clients get, and an index for each sort order and filter. */
const tables = `
  drop table if exists only_services;
  create table only_services as
  select id, lower(normalize(name, nfkd)) collate "C" as name_key, category, chain, price, trust_score as trust,
    json_build_object('id', id, 'name', name, 'description', description, 'endpoint', endpoint, 'category', category,
      'pricing', json_build_object('currency', currency, 'pricePerRequest', price_per_request),
      'x402Config', json_build_object('paymentAddress', payment_address, 'network', network),
      'trustScore', trust_score, 'status', status, 'supportedChains', json_build_array(chain),
      'createdAt', created_at, 'updatedAt', updated_at)::text as body,
    to_tsvector('simple', name || ' ' || description) as words
  from services;
  alter table only_services add primary key (id);
  create index on only_services (name_key, id);
  create index on only_services (name_key desc, id);
  create index on only_services (price, id);
  create index on only_services (price desc, id);
  create index on only_services (trust, id);
  create index on only_services (trust desc, id);
  create index on only_services (category, chain, price);
  create index on only_services (chain, price);
  create index on only_services using gin (words);
  vacuum analyze only_services;`;

/** One Postgres behind bare Fastify: lists with exact totals, and a full-text search for all words. */
await serveBaseline(async (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  for (const statement of tables.split(';').filter((text) => text.trim() !== '')) await pool.query(statement);
  const app = Fastify();

  app.get<{ Querystring: ListParameters }>('/api/services', async ({ query }, reply) => {
    const filters: string[] = [];
    const values: string[] = [];
    const filter = (condition: string, value: string | undefined) => {
      if (value === undefined) return;
      values.push(value);
      filters.push(`${condition} $${values.length}`);
    };
    filter('category =', query.category);
    filter('chain =', query.chain);
    filter('price <=', query.maxPricePerRequest);
    const where = filters.length > 0 ? `where ${filters.join(' and ')}` : '';
    const order = `${columns[query.sortBy]} ${query.sortOrder === 'desc' ? 'desc' : 'asc'}, id`;
    const [counted, page] = await Promise.all([
      pool.query<{ count: string }>(`select count(*) from only_services ${where}`, values),
      pool.query<{ body: string }>(
        `select body from only_services ${where} order by ${order}
          limit ${Number(query.limit)} offset ${Number(query.offset)}`,
        values,
      ),
    ]);
    reply.header('x-total-count', counted.rows[0]?.count ?? '0').type('application/json; charset=utf-8');
    return `[${page.rows.map(({ body }) => body).join()}]`;
  });

  app.get<{ Querystring: { q: string } }>('/api/catalog/search', async ({ query: { q } }, reply) => {
    const [counted, page] = await Promise.all([
      pool.query<{ count: string }>({
        name: 'count',
        text: "select count(*) from only_services where words @@ plainto_tsquery('simple', $1)",
        values: [q],
      }),
      pool.query<{ body: string }>({
        name: 'search',
        text: `select body from only_services, plainto_tsquery('simple', $1) as wanted
          where words @@ wanted order by ts_rank(words, wanted) desc, id limit 20`,
        values: [q],
      }),
    ]);
    reply.type('application/json; charset=utf-8');
    return `{"total":${counted.rows[0]?.count ?? 0},"services":[${page.rows.map(({ body }) => body).join()}]}`;
  });
  return app;
});
