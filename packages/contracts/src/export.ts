import { type Static, Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';
import { Host } from './listQuery.js';
import { ServiceStatus, Timestamp } from './service.js';

export const ExportEntry = Type.Object({
  id: Type.String(),
  name: Type.String(),
  endpoint: Type.String(),
  category: Type.String({ description: 'The readable label of the category, not its id.' }),
  pricing: Type.Object({ currency: Type.String(), pricePerRequest: Type.String() }),
  x402Config: Type.Object({ paymentAddress: Type.String(), network: Type.String() }),
  trustScore: Type.Integer(),
  status: ServiceStatus,
});
export type ExportEntry = Static<typeof ExportEntry>;

export const ExportDocument = Type.Object({
  version: Type.Literal('1.0'),
  source: Type.String({ description: 'Name of the exporting directory.' }),
  exportedAt: Timestamp,
  endpoints: Type.Array(ExportEntry, { description: 'The complete catalog, every status, in id order.' }),
});
export type ExportDocument = Static<typeof ExportDocument>;

export const ExportQuery = Type.Object(
  {
    format: Type.Optional(
      choice(
        ['json', 'ndjson'],
        'json: the document for scanners. ndjson: a line for each service with every field, to be imported ' +
          'elsewhere, between a first line `{ catalog: { version, source, exportedAt, cursor, labels } }`, ' +
          'which has the curated labels of categories, and a last one `{ end: { count, ' +
          'sha256, cursor } }`; SHA-256 is that of the lines between them, and `cursor` where to continue from ' +
          'with /api/changes.',
        { default: 'json' },
      ),
    ),
    host: Type.Optional(Host),
  },
  { additionalProperties: false },
);
export type ExportQuery = Static<typeof ExportQuery>;
