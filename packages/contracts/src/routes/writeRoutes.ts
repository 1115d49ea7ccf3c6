import { Type } from '@sinclair/typebox';
import { CheckResult } from '../check.js';
import { MonitorSummary } from '../monitorSummary.js';
import { AddressQuery, Candidate, OriginRequest, Preview, RegistrationResults } from '../preview.js';
import { ReportRequest } from '../report.js';
import { Registration, ServiceDetail } from '../service.js';
import { ServicePatch } from '../servicePatch.js';
import { Settlements, SettlementsResult } from '../settlements.js';
import { keyed, NoParameters, open, postWithKey, readWithKey, ServiceParams } from './routeContract.js';

const prefer = Type.Optional(
  Type.String({
    description: 'wait=N (RFC 7240), N up to 30 seconds: answer when the change is searchable.',
    examples: ['wait=10'],
  }),
);
const waited = { 'Preference-Applied': 'wait=N, if it was searchable in time.' };
const duplicate = {
  Link:
    'rel="duplicate": the service of another account that registered this endpoint first. ' +
    'The new one is accepted, and comes after all others in lists and searches until it is verified.',
};
const editHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the detail. The change is made only if the service has not changed since; ' +
        'otherwise the answer is 412. Without it, the change is always made.',
    }),
  ),
  prefer,
});
const registrationHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Up to 255 characters, kept for 24 hours. The same key and body give 201 with the same service in its ' +
        'current state, or 410 with its `id` if it was removed since. Another body gives 409. ' +
        'So you can safely resend a request that got no answer, or a 504.',
    }),
  ),
  prefer,
});

export const registerService = keyed(
  'POST',
  '/api/services',
  {
    headers: registrationHeaders,
    querystring: NoParameters,
    body: Registration,
    response: { 201: ServiceDetail },
  },
  {
    problems: [409, 410],
    responseHeaders: {
      Location: 'Path of the new service.',
      ETag: 'Send it as If-Match with a change.',
      'Shirube-Duplicate-Of': 'The id of the first service that the account has registered with this endpoint.',
      ...duplicate,
      ...waited,
    },
  },
);

export const previewRegistrations = postWithKey('/api/registrations/preview', OriginRequest, { 200: Preview });
export const registerOrigin = postWithKey('/api/registrations', OriginRequest, { 200: RegistrationResults });

export const checkAddress = open('GET', '/api/check', { querystring: AddressQuery, response: { 200: Candidate } });

export const editService = keyed(
  'PATCH',
  '/api/services/:id',
  {
    params: ServiceParams,
    headers: editHeaders,
    querystring: NoParameters,
    body: ServicePatch,
    response: { 200: ServiceDetail },
  },
  {
    problems: [404, 410, 412],
    bodyTypes: ['application/merge-patch+json', 'application/json'],
    responseHeaders: { ETag: 'ETag of the service in its current state.', ...duplicate, ...waited },
  },
);

export const removeService = keyed(
  'DELETE',
  '/api/services/:id',
  { params: ServiceParams, headers: editHeaders, querystring: NoParameters, response: { 204: Type.Null() } },
  { problems: [404, 410, 412], responseHeaders: waited },
);

export const checkService = keyed(
  'POST',
  '/api/services/:id/check',
  { params: ServiceParams, querystring: NoParameters, response: { 200: CheckResult } },
  {
    problems: [404, 409, 410],
    responseHeaders: { Link: 'rel="duplicate": the service of another account that this endpoint redirects to.' },
  },
);

export const reportService = open(
  'POST',
  '/api/services/:id/reports',
  { params: ServiceParams, querystring: NoParameters, body: ReportRequest, response: { 204: Type.Null() } },
  { problems: [404] },
);

export const reportSettlements = postWithKey(
  '/api/settlements',
  Settlements,
  { 200: SettlementsResult },
  { scope: 'settlements:write' },
);

export const getMonitorSummary = readWithKey('/api/monitor/summary', NoParameters, MonitorSummary, { scope: 'admin' });
