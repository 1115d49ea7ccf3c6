import Fastify from 'fastify';
import pg from 'pg';
import { serveBaseline } from './serveBaseline.js';

/** A bare Fastify route that reads the row by its id. */
await serveBaseline((databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const app = Fastify();
  app.get<{ Params: { id: string } }>('/api/services/:id', async (request) => {
    const { rows } = await pool.query({
      name: 'detail',
      text: `select id, name, description, endpoint, category, currency, price_per_request, free_quota, payment_address,
        network, chain, trust_score, status, created_at, updated_at from services where id = $1`,
      values: [request.params.id],
    });
    return rows[0];
  });
  return app;
});
