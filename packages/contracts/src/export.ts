import { type Static, Type } from '@sinclair/typebox';
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
