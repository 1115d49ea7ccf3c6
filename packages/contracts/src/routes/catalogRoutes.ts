import { Type } from '@sinclair/typebox';
import { ChangesPage, ChangesQuery } from '../changes.js';
import { Stats } from '../counts.js';
import { ExportDocument, ExportQuery } from '../export.js';
import { cachingHeaders, NoParameters, open, read } from './routeContract.js';

/** Routes for the whole catalog. */
export const catalogRoutes = {
  listChanges: open(
    'GET',
    '/api/changes',
    {
      headers: Type.Object({
        'last-event-id': Type.Optional(
          Type.String({
            description: 'The id of the last event, instead of `since`, from clients of the event stream.',
          }),
        ),
      }),
      querystring: ChangesQuery,
      response: { 200: ChangesPage },
    },
    {
      title: 'Follow the catalog',
      description: [
        'Every change of the catalog since a cursor.',
        'To get the whole catalog, read from the beginning until `more` is false: store each `service` under its `id`, and remove services that are `deleted`.',
        'With `Accept: text/event-stream` the same changes are sent as they happen (Server-Sent Events).',
        'The data of an event is a change, and its id is the cursor after it, which browsers send back as `Last-Event-ID`.',
        'A comment every 15 s keeps the connection alive. A client that does not read is disconnected.',
        'With `category`, `account` or `service` a page may have fewer changes than `limit`, even none while `more` is true.',
        'Removals are sent regardless of category and account, since these are no longer known.',
        'A cursor that is too old gets a 410: start over without `since`, and remove services that do not appear again.',
      ],
      problems: [410],
    },
  ),
  exportCatalog: open(
    'GET',
    '/api/export',
    { querystring: ExportQuery, response: { 200: ExportDocument } },
    {
      title: 'Export the catalog',
      description: [
        'The complete catalog, streamed in id order from one consistent snapshot.',
        'At most four exports run at once, and two per address.',
        'A client that reads less than 64 kB in 30 s is disconnected.',
      ],
      answerTypes: ['application/x-ndjson'],
      responseHeaders: { ETag: cachingHeaders.ETag },
    },
  ),
  readStats: read('/api/stats', NoParameters, Stats, {
    title: 'Catalog statistics',
    description: [
      'The number of services by status, category and chain, price quartiles by currency, and the number of services added on each of the last 90 days.',
      'All figures are from the same moment, at most a few seconds ago.',
    ],
  }),
};
