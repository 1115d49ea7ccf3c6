import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';

/** The child side of `startBaseline`: builds the server from the input, listens, and reports its address. */
export async function serveBaseline<Input>(
  build: (input: Input) => FastifyInstance | Promise<FastifyInstance>,
): Promise<void> {
  process.once('disconnect', () => process.exit());
  const [{ input }] = await once(process, 'message');
  const app = await build(input);
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}
