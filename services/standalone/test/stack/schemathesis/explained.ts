import type { Finding } from './runSchemathesis.js';

interface Explanation {
  why: string;
  covers(finding: Finding): boolean;
}

/** Whether a body or query that matches its schema was rejected only because of faults at these paths. */
const refusedOnlyFor = (finding: Finding, ...paths: string[]): boolean =>
  finding.check === 'positive_data_acceptance' &&
  finding.status === 400 &&
  finding.problem.code === 'validation_failed' &&
  (finding.problem.errors ?? []).length > 0 &&
  (finding.problem.errors ?? []).every(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}.`)));

/** All findings of schemathesis that are expected. Any other finding is a fault. */
export const explanations: readonly Explanation[] = [
  {
    why: 'an address must fit its network, down to its checksum, a host must be one, and a schema must be one: no schema can say so',
    covers: (finding) =>
      ['POST /api/services', 'PATCH /api/services/{id}'].includes(finding.operation) &&
      refusedOnlyFor(
        finding,
        ...['x402Config.paymentAddress', 'endpoint', 'provider.url', 'documentationUrl', 'iconUrl', 'call'],
      ),
  },
  {
    why: 'the host of a webhook must be one: no schema can say so',
    covers: (finding) => finding.operation === 'PUT /api/account/webhook' && refusedOnlyFor(finding, 'url'),
  },
  {
    why: 'a cursor is taken from the page before, and goes with its query and filters: no schema can say so',
    covers: (finding) => finding.operation === 'GET /discovery/search' && refusedOnlyFor(finding, 'cursor'),
  },
  {
    why: 'relevance has one order only: sortOrder needs sortBy beside query, which parameters cannot say of each other',
    covers: (finding) => finding.operation === 'GET /api/services' && refusedOnlyFor(finding, 'sortOrder'),
  },
  {
    why: 'a cursor is taken from a Link header, and goes with the order and not the offset of its list: no schema can say so',
    covers: (finding) => finding.operation === 'GET /api/services' && refusedOnlyFor(finding, 'after', 'sortOrder'),
  },
  {
    why: 'an If-Match that is made up names a version that the service does not have, whatever the body says',
    covers: ({ operation, status, problem }) =>
      /^(PATCH|DELETE) /.test(operation) && status === 412 && problem.code === 'precondition_failed',
  },
  {
    why: 'a cursor is taken from a Link header, and goes with the order of its list: no schema can say so',
    covers: (finding) => finding.operation === 'GET /api/providers' && refusedOnlyFor(finding, 'after'),
  },
  {
    why: 'q and query cannot be combined, which parameters cannot say of each other',
    covers: (finding) => finding.operation === 'GET /api/facets' && refusedOnlyFor(finding, 'q'),
  },
  {
    why: 'a claim names a url, or an address that fits its network: no schema of the documents says what goes together',
    covers: (finding) =>
      finding.operation === 'POST /api/accounts' && refusedOnlyFor(finding, 'url', 'paymentAddress', 'network'),
  },
  {
    why: 'a proof names a way or has a signature, but not both: no schema of the documents says what goes together',
    covers: (finding) => finding.operation === 'POST /api/accounts/{id}/proof' && refusedOnlyFor(finding, 'way'),
  },
  {
    why: 'nothing proves an account here: no host has the record or the document, and a signature is made up',
    covers: ({ operation, status, problem }) =>
      operation === 'POST /api/accounts/{id}/proof' && status === 422 && problem.code === 'not_proven',
  },
  {
    why: 'the host of a url must be one: no schema can say so',
    covers: (finding) =>
      ['GET /api/check', 'POST /api/registrations/preview'].includes(finding.operation) &&
      refusedOnlyFor(finding, 'url'),
  },
  {
    why: 'a change is merged into the service, which may lack the name that a provider must have',
    covers: (finding) =>
      finding.operation === 'PATCH /api/services/{id}' &&
      refusedOnlyFor(
        finding,
        'endpoint',
        'provider',
        'documentationUrl',
        'iconUrl',
        'call',
        'x402Config.paymentAddress',
      ),
  },
  {
    why: 'a cursor of the feed is taken from an answer of it: one that is made up is of another feed, which is forgotten here',
    covers: ({ check, operation, status }) =>
      check === 'positive_data_acceptance' && operation === 'GET /api/changes' && status === 410,
  },
  {
    why: 'a settlement that is wrong is named in the answer, and does not stop the others',
    covers: ({ check, operation, status }) =>
      check === 'negative_data_rejection' && operation === 'POST /api/settlements' && status === 200,
  },
  {
    why: 'which transactions and addresses there can be is for their network to say: a batch in which none is right is refused',
    covers: ({ check, operation, status }) =>
      check === 'positive_data_acceptance' && operation === 'POST /api/settlements' && status === 400,
  },
  {
    why: "what the tests register is nobody's: no monitor runs that could check it",
    covers: ({ operation, status, problem }) =>
      operation === 'POST /api/services/{id}/check' && status === 503 && problem.code === 'monitor_unavailable',
  },
  {
    why: 'an earlier request has removed the service',
    covers: ({ check, status, problem }) =>
      check === 'positive_data_acceptance' && status === 410 && problem.code === 'service_removed',
  },
];
