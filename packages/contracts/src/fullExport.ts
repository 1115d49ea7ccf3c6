import { type Static, Type } from '@sinclair/typebox';
import { compileCheck, compileFaults } from './compileFaults.js';
import { Decimal } from './decimal.js';
import { Accepted, detailsOf, type Observed } from './details.js';
import { createFaultList, type Faults } from './faults.js';
import { integer, nullable } from './fieldTypes.js';
import { validDetails } from './observedDetails.js';
import { readRegistration } from './readRegistration.js';
import { CategoryId, Registration, ServiceStatus, serviceIdPattern } from './service.js';
import { Text } from './text.js';

const Moment = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  expected: 'a time such as "2026-01-15T09:30:00.000Z"',
});

/** A line of the full export: everything that is known about a service. */
export const FullService = Type.Object(
  {
    id: Type.String({ pattern: serviceIdPattern, expected: 'the id of a service' }),
    ...Registration.properties,
    trustScore: integer(0, 100),
    status: ServiceStatus,
    supportedChains: Type.Array(Type.String(), { expected: 'a list of chains' }),
    createdAt: Moment,
    updatedAt: Moment,
    uptimeScore: Type.Number({ minimum: 0, maximum: 100, expected: 'a number from 0 to 100' }),
    lastChecked: nullable(Moment),
    txCount: integer(0),
    totalRevenue: Decimal,
    observed: Type.Optional(
      Type.Unsafe<Observed>(
        Type.Object(
          {
            details: Type.Optional(Type.Object({})),
            accepts: Type.Optional(Type.Array(Accepted, { maxItems: 20 })),
            manifest: Type.Optional(Type.Object({})),
            summary: Type.Optional(
              Text({ minLength: 1, maxLength: 500, allowsDirections: true, allowsInvisible: true }),
            ),
          },
          { additionalProperties: false, expected: 'an object with details, accepts, manifest and summary' },
        ),
      ),
    ),
  },
  { additionalProperties: false, expected: 'a line of a full export' },
);
export type FullService = Static<typeof FullService>;

const checkForm = compileCheck(FullService);

/** Parses an untrusted line of a full export. Returns the service, or all faults at once. */
export function readFullService(line: unknown): { service: FullService } | Faults {
  const list = createFaultList();
  checkForm(line, list);
  const faults = list.found();
  if (faults) return faults;
  const service = line as FullService;
  const { name, description, endpoint, category, pricing, x402Config } = service;
  const read = readRegistration({ name, description, endpoint, category, pricing, x402Config, ...detailsOf(service) });
  if ('faults' in read) return read;
  const { observed, ...rest } = service;
  const details = observed?.details && validDetails(observed.details);
  const manifest = observed?.manifest && validDetails(observed.manifest);
  const validObservation = observed && {
    ...(details ? { details } : {}),
    ...(observed.accepts ? { accepts: observed.accepts } : {}),
    ...(manifest ? { manifest } : {}),
    ...(observed.summary ? { summary: observed.summary } : {}),
  };
  return { service: { ...rest, ...read.registration, ...(validObservation ? { observed: validObservation } : {}) } };
}

const label = Text({ minLength: 1, maxLength: 255 });

/** The labels of a category. */
export const CategoryLabel = Type.Object({
  id: CategoryId,
  label,
  labelJa: nullable(label),
});
export type CategoryLabel = Static<typeof CategoryLabel>;

const isLabelled = compileFaults(Type.Object({ labels: Type.Array(CategoryLabel) }));

/** Returns the labels in the first line of a full export. Exports of earlier versions have none. */
export function readLabels(catalog: unknown): CategoryLabel[] {
  return isLabelled(catalog) ? [] : (catalog as { labels: CategoryLabel[] }).labels;
}
