import { randomUUID } from 'node:crypto';
import type { Registration } from '@shirube/contracts';
import Fastify from 'fastify';
import pg from 'pg';
import { serveBaseline } from './serveBaseline.js';

/** A bare Fastify route that inserts the same row, without validation, key, log or queue. */
await serveBaseline(async (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  // The same columns and indexes, but without the triggers that write the log.
  await pool.query('create table plain_services (like services including all)');
  const app = Fastify();
  app.post<{ Body: Registration }>('/api/services', async ({ body }, reply) => {
    const id = randomUUID();
    await pool.query({
      name: 'register',
      text: `insert into plain_services (id, name, description, endpoint, category, currency, price_per_request,
        free_quota, payment_address, network, chain) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      values: [
        id,
        body.name,
        body.description,
        body.endpoint,
        body.category,
        body.pricing.currency,
        body.pricing.pricePerRequest,
        body.pricing.freeQuota ?? null,
        body.x402Config.paymentAddress,
        body.x402Config.network,
      ],
    });
    reply.code(201);
    return { id, ...body };
  });
  return app;
});
