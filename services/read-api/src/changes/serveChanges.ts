import {
  type ChangeFilter,
  type Database,
  type FeedCursor,
  findFeedEnd,
  passesFilter,
  readChanges,
  readFeedCursor,
  writeFeedCursor,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import {
  type App,
  createLoadShedder,
  createSparseReport,
  HttpProblem,
  publishFigure,
  type Reach,
  type Registry,
  unavailable,
  validationFailed,
} from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createChangeFeed } from './changeFeed.js';

const bounds = { atOnce: 4, maxQueued: 64 };
/** The limit for one process; each follower costs about 20 kB. */
const mostFollowers = 5_000;

const cursorLost = () =>
  new HttpProblem(
    410,
    'cursor_expired',
    'Gone',
    'Changes since this cursor have been pruned. Start over: read without since, and remove services that do not appear again.',
    { headers: { link: `<${routes.listChanges.url}>; rel="first"` } },
  );

const tooManyFollowers = () =>
  unavailable(
    'too_many_followers',
    'Too many clients follow the changes right now. Read them page by page instead.',
    10,
  );

function readCursor(name: string, text: string | undefined): FeedCursor | undefined {
  if (text === undefined || text === '') return undefined;
  const cursor = readFeedCursor(text);
  const message = 'must be the cursor of an earlier response';
  if (!cursor) throw validationFailed({ faults: [{ path: name, message }] });
  return cursor;
}

const wantsEvents = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && /(^|[\s,])text\/event-stream\b/i.test(accept);

export interface ChangesOptions {
  /** The primary: a replica sends no notifications. */
  database: Database;
  reach: Reach;
  metrics: Registry;
  /** How long a follower may read nothing. */
  patienceMs?: number | undefined;
}

/** GET /api/changes: pages of changes, or a stream of them. */
export function serveChanges(app: App, { database, reach, metrics, patienceMs }: ChangesOptions): void {
  const shedder = createLoadShedder(bounds);
  const report = createSparseReport(app.log, 'the feed of changes');
  let feed: ReturnType<typeof createChangeFeed> | undefined;
  let followers = 0;
  publishFigure(metrics, 'shirube_followers', 'Connections that follow the changes of the catalog.', () => followers);
  // Runs before connections are drained: streams end only when we end them.
  app.closing.addEventListener('abort', () => void feed?.close());
  app.addHook('onClose', () => feed?.close());

  async function read(since: FeedCursor | undefined, limit: number) {
    const page = await reach(() => shedder.pass(() => readChanges(database, { since, limit })));
    if (!page) throw cursorLost();
    return page;
  }

  async function follow(reply: FastifyReply, since: FeedCursor | undefined, filter: ChangeFilter | undefined) {
    if (followers >= mostFollowers) throw tooManyFollowers();
    // Created for the first follower, and kept as long as the app runs.
    feed ??= createChangeFeed({ database, report, patienceMs });
    // Reads before the stream starts, so that an expired cursor or an unreachable catalog is a normal error response.
    const page = await feed.look(since);
    if (!page) throw cursorLost();
    reply.hijack();
    // The client may have disconnected while it waited.
    if (reply.raw.destroyed) return;
    const { cursor } = page;
    const start = { feed: cursor.feed, transaction: 0n, number: 0n };
    followers += 1;
    reply.raw.once('close', () => {
      followers -= 1;
    });
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // The gateway must not buffer the stream.
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 1000\n\n');
    feed.follow({ response: reply.raw, filter, position: since ?? start });
  }

  app.route({
    method: routes.listChanges.method,
    url: routes.listChanges.url,
    schema: { querystring: routes.listChanges.schema.querystring },
    handler: async (request, reply) => {
      const { since, limit = 100, ...filter } = request.query;
      const isFiltered = Object.keys(filter).length > 0;
      const start =
        since === 'now' ? await reach(() => shedder.pass(() => findFeedEnd(database))) : readCursor('since', since);
      if (wantsEvents(request)) {
        const last = request.headers['last-event-id'];
        return follow(reply, readCursor('Last-Event-ID', [last].flat()[0]) ?? start, isFiltered ? filter : undefined);
      }
      const page = await read(start, limit);
      const { cursor, more } = page;
      const changes = isFiltered ? page.changes.filter((change) => passesFilter(change, filter)) : page.changes;
      return reply
        .header('cache-control', 'no-store')
        .header('vary', 'Accept')
        .send({ changes: changes.map(({ change }) => change), cursor: writeFeedCursor(cursor), more });
    },
  });
}
