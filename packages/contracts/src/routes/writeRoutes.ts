import { Type } from '@sinclair/typebox';
import { AccountServicesQuery } from '../accountServices.js';
import { CheckResult } from '../check.js';
import { MonitorSummary } from '../monitorSummary.js';
import { AddressQuery, Candidate, OriginRequest, Preview, RegistrationResults } from '../preview.js';
import { Problem } from '../problem.js';
import { Registration, ServiceDetail } from '../service.js';
import { ServicePatch } from '../servicePatch.js';
import { Settlements, SettlementsResult } from '../settlements.js';
import {
  NewWebhook,
  TestDelivery,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookRequest,
} from '../webhook.js';
import { anywhere, define, NoParameters, ServiceParams } from './routeContract.js';

const prefer = Type.Optional(
  Type.String({
    description: 'wait=N (RFC 7240), N up to 30 seconds: answer when search knows of it.',
    examples: ['wait=10'],
  }),
);
const waited = { 'Preference-Applied': 'wait=N, when search knew of it in time.' };
const duplicate = {
  Link: 'rel="duplicate": the service of another account that has had this endpoint first. It is accepted all the same, and comes after all others in lists and searches until it is verified.',
};
/** What a write may meet. */
const writing = { ...anywhere, 504: Problem };
/** What a change by the owner may meet. */
const changing = { ...writing, 401: Problem, 403: Problem, 404: Problem, 410: Problem, 412: Problem };
const editHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the detail: the change is made only if the service is still as it was then, and else 412. Left out: the change is made.',
    }),
  ),
  prefer,
});

export const registerService = define({
  method: 'POST',
  url: '/api/services',
  summary: 'Register a service',
  description:
    'Needs a key with the scope services:write. Durable once 201 is sent; searchable a moment later, or, with `Prefer: wait=N`, before the answer. Every fault of the body is reported at once.',
  schema: {
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'Given once, up to 255 characters, kept for 24 hours: the same key and body give 201 again with the same service, as it is by now; 410 with its `id` when it was removed since; another body 409. So what was not answered, or answered with 504, can be sent again.',
        }),
      ),
      prefer,
    }),
    querystring: NoParameters,
    body: Registration,
    response: {
      201: ServiceDetail,
      ...writing,
      401: Problem,
      403: Problem,
      408: Problem,
      409: Problem,
      410: Problem,
      413: Problem,
      415: Problem,
    },
  },
  responseHeaders: {
    Location: 'Path of the new service.',
    ETag: 'Send it as If-Match with a change.',
    'Shirube-Duplicate-Of': 'The id of the first service that the account has registered at this endpoint before.',
    ...duplicate,
    ...waited,
  },
  secured: true,
});

/** What reading an origin may meet. */
const reading = { ...writing, 401: Problem, 403: Problem, 408: Problem, 413: Problem, 415: Problem };

export const previewRegistrations = define({
  method: 'POST',
  url: '/api/registrations/preview',
  summary: 'Read what an origin sells',
  description:
    'Needs a key with the scope services:write. Reads `/openapi.json` of the origin (operations with `x-payment-info`), else `/.well-known/x402.json` and `/.well-known/x402`, and asks every paid resource, up to 50, for its 402 (GET, then POST); without such documents, the address itself. The answer has a body for `POST /api/services` for each that is sound, and every fault with how to fix it. Nothing is stored. Only what is public is asked, and no `$ref` to another document is followed.',
  schema: { querystring: NoParameters, body: OriginRequest, response: { 200: Preview, ...reading } },
  secured: true,
});

export const registerOrigin = define({
  method: 'POST',
  url: '/api/registrations',
  summary: 'Register what an origin sells',
  description:
    'As the preview, and registers every resource that is sound, with a result for each. What the account has registered before is left as it is.',
  schema: { querystring: NoParameters, body: OriginRequest, response: { 200: RegistrationResults, ...reading } },
  secured: true,
});

export const checkAddress = define({
  method: 'GET',
  url: '/api/check',
  summary: 'See an address as the monitor does',
  description:
    'For sellers, without a key: asks the address as a client would that has not paid (GET, then POST), and says what a client would pay, what it could be registered as, and what is wrong. Ten times in ten seconds for each who asks, and for each host.',
  schema: { querystring: AddressQuery, response: { 200: Candidate, ...anywhere } },
});

export const editService = define({
  method: 'PATCH',
  url: '/api/services/:id',
  summary: 'Change a service',
  description:
    'By a key of its account, or an admin key. The body is a JSON Merge Patch (RFC 7396): members replace those of the registration, null removes one. What comes of it is checked as a whole as a registration is, and every fault is reported at once. A change of endpoint, price, payment address or network makes a verified service unverified. What is as the patch says already is answered with 200, whatever `If-Match` names: so a change whose answer was lost can be sent again.',
  schema: {
    params: ServiceParams,
    headers: editHeaders,
    querystring: NoParameters,
    body: ServicePatch,
    response: { 200: ServiceDetail, ...changing, 408: Problem, 413: Problem, 415: Problem },
  },
  bodyTypes: ['application/merge-patch+json', 'application/json'],
  responseHeaders: { ETag: 'Of the service as it is now.', ...duplicate, ...waited },
  secured: true,
});

export const removeService = define({
  method: 'DELETE',
  url: '/api/services/:id',
  summary: 'Remove a service',
  description:
    'By a key of its account, or an admin key. It leaves the catalog at once, for good, and search right after. Its detail and status answer 410 from then on, as does removing it again.',
  schema: {
    params: ServiceParams,
    headers: editHeaders,
    querystring: NoParameters,
    response: { 204: Type.Null(), ...changing },
  },
  responseHeaders: waited,
  secured: true,
});

export const checkService = define({
  method: 'POST',
  url: '/api/services/:id/check',
  summary: 'Check a service now',
  description:
    'By a key of its account, or an admin key. The monitor asks the endpoint as a client would that has not paid, and the answer says what it saw. An endpoint is asked on request once a minute: where any check was made less than a minute ago, and nothing that it compares has been changed since, the answer is what that one saw, with `isNew` false and a `Retry-After` header. A check that is under way is waited for, and after a change the check that the change leads to. It counts as any other check: two that confirm what is registered, a tenth of the interval apart, make a service verified.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: {
      200: CheckResult,
      ...writing,
      401: Problem,
      403: Problem,
      404: Problem,
      409: Problem,
      410: Problem,
    },
  },
  responseHeaders: {
    Link: 'rel="duplicate": the service of another account that this endpoint redirects to.',
  },
  secured: true,
});

export const listAccountServices = define({
  method: 'GET',
  url: '/api/account/services',
  summary: 'Your own services',
  description:
    'The services of the account that the key belongs to, newest first, as they are in the catalog: those that search does not show yet are there too.',
  schema: {
    querystring: AccountServicesQuery,
    response: { 200: Type.Array(ServiceDetail), ...anywhere, 401: Problem, 403: Problem },
  },
  responseHeaders: {
    'X-Total-Count': 'Number of services that the account has.',
    Link: 'RFC 8288 link: next, where there is a next page.',
  },
  secured: true,
});

/** What a request about one's own account may meet. */
const ofAccount = { ...anywhere, 401: Problem, 403: Problem };

export const setWebhook = define({
  method: 'PUT',
  url: '/api/account/webhook',
  summary: 'Be told of changes of status',
  description:
    'Whenever the status of a service of the account changes, a POST with what it was, what it became and why goes to this address, signed with the secret of the answer as Standard Webhooks has it. What is not answered with 2xx is sent again for two hours, ever more seldom. Only what is public can be reached. Setting it again makes a new secret, and sends what is still pending to the new address at once.',
  schema: {
    querystring: NoParameters,
    body: WebhookRequest,
    response: { 200: NewWebhook, ...ofAccount, ...writing, 408: Problem, 413: Problem, 415: Problem },
  },
  secured: true,
});

export const getWebhook = define({
  method: 'GET',
  url: '/api/account/webhook',
  summary: 'Your webhook, and how it goes',
  description: 'Where the account is told of changes of status, and what was taken, or given up, and why.',
  schema: { querystring: NoParameters, response: { 200: Webhook, ...ofAccount, 404: Problem } },
  secured: true,
});

export const removeWebhook = define({
  method: 'DELETE',
  url: '/api/account/webhook',
  summary: 'Be told no more',
  description: 'Ends the webhook of the account, with all that was still to be sent.',
  schema: {
    querystring: NoParameters,
    response: { 204: Type.Null(), ...ofAccount, ...writing, 404: Problem },
  },
  secured: true,
});

export const testWebhook = define({
  method: 'POST',
  url: '/api/account/webhook/test',
  summary: 'Test your webhook',
  description:
    'Sends an event of the type `webhook.test` to the webhook of the account, signed and retried as all others. The answer has its id, and the list of deliveries says what became of it. Once a minute.',
  schema: { querystring: NoParameters, response: { 202: TestDelivery, ...ofAccount, 404: Problem } },
  secured: true,
});

export const listWebhookDeliveries = define({
  method: 'GET',
  url: '/api/account/webhook/deliveries',
  summary: 'What your webhook was told',
  description:
    'The deliveries to the webhook of the account, newest first: those that are pending, and those that were taken or given up in the last 30 days. Empty without a webhook.',
  schema: {
    querystring: WebhookDeliveriesQuery,
    response: { 200: Type.Array(WebhookDelivery), ...ofAccount },
  },
  secured: true,
});

export const reportSettlements = define({
  method: 'POST',
  url: '/api/settlements',
  summary: 'Report settled payments',
  description:
    'For facilitators, with a key that has the scope settlements:write. Each settlement is counted once by network and transaction: sending it again is no error. It belongs to the service whose endpoint is the `resource`, with or without its query, or else to the one that is paid at `payTo` on `network`; where that leaves none or more than one it is kept apart, and looked at again when a service is registered or changed. `txCount` and `totalRevenue` of the service follow, the latter with what was settled in its currency. What was paid in a coin that is not known is kept apart for good. A line that is wrong is named in the answer, and the others are counted; where all are wrong the answer is 400 and names the place of each fault.',
  schema: {
    querystring: NoParameters,
    body: Settlements,
    response: {
      200: SettlementsResult,
      ...writing,
      401: Problem,
      403: Problem,
      408: Problem,
      413: Problem,
      415: Problem,
    },
  },
  secured: true,
});

export const getMonitorSummary = define({
  method: 'GET',
  url: '/api/monitor/summary',
  summary: 'The health of the directory',
  description:
    'For operators, with an admin key: verdicts of the last 30 days, hosts that fail, and the services whose status has changed, with the reason.',
  schema: {
    querystring: NoParameters,
    response: { 200: MonitorSummary, ...anywhere, 401: Problem, 403: Problem },
  },
  secured: true,
});
