import { Type } from '@sinclair/typebox';
import { AccountKey, AccountKeyRequest, NewAccountKey } from '../accountKeys.js';
import { AccountChallenge, AccountProof, AccountProofs, ProvenAccount, SignUpRequest } from '../accountProof.js';
import { AccountService, AccountServicesQuery } from '../accountServices.js';
import { CheckResult } from '../check.js';
import { Insights, InsightsQuery } from '../insights.js';
import { AddressQuery, Candidate, OriginRequest, Preview, RegistrationResults } from '../preview.js';
import { Registration, ServiceDetail } from '../service.js';
import { ServicePatch } from '../servicePatch.js';
import {
  KeyParams,
  keyed,
  NoParameters,
  open,
  postWithKey,
  readWithKey,
  removeWithKey,
  ServiceParams,
} from './routeContract.js';

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

const ProofParams = Type.Object({ id: Type.String({ description: 'The id of the proof.' }) });
const ChallengeParams = Type.Object({ id: Type.String({ description: 'The id of the challenge.' }) });

/** Routes for owners of services. */
export const publishRoutes = {
  registerService: keyed(
    'POST',
    '/api/services',
    {
      headers: registrationHeaders,
      querystring: NoParameters,
      body: Registration,
      response: { 201: ServiceDetail },
    },
    {
      title: 'Register a service',
      description: [
        'Needs a key with the scope services:write. The service is durable once 201 is sent.',
        'It is searchable a moment later, or, with `Prefer: wait=N`, before the answer.',
        'Every fault of the body is reported at once.',
      ],
      problems: [409, 410],
      responseHeaders: {
        Location: 'Path of the new service.',
        ETag: 'Send it as If-Match with a change.',
        'Shirube-Duplicate-Of': 'The id of the first service that the account has registered with this endpoint.',
        ...duplicate,
        ...waited,
      },
    },
  ),
  previewRegistrations: open(
    'POST',
    '/api/registrations/preview',
    { querystring: NoParameters, body: OriginRequest, response: { 200: Preview } },
    {
      mayWait: true,
      title: 'Preview what an origin sells',
      description: [
        'For providers, without a key.',
        'Reads `/openapi.json` of the origin (operations with `x-payment-info`), or `/.well-known/x402.json` and `/.well-known/x402`, and requests the 402 of every paid resource, up to 50 (GET, then POST).',
        'Without such documents, it requests the 402 of the address itself.',
        'The answer has a body for `POST /api/services` for each valid resource, and every fault with how to fix it.',
        'Nothing is stored. Only public hosts are called, and a `$ref` to another document is not followed.',
        'Each client may have 60 requests sent in ten seconds, and each host gets at most 60; with a key, its account counts as the client. Each client may have four previews or checks at a time.',
      ],
      problems: [401, 403],
    },
  ),
  registerOrigin: postWithKey(
    '/api/registrations',
    OriginRequest,
    { 200: RegistrationResults, 201: RegistrationResults, 202: RegistrationResults },
    {
      mayWait: true,
      title: 'Register what an origin sells',
      description: [
        'Does the same as the preview, and registers every valid resource, with a result for each.',
        'Services that the account has already registered are not changed.',
        'Where `OPEN_LISTING` allows it, no key is needed: then every valid resource is listed as a service of nobody, until its owner proves it (201), or waits for an operator (202).',
        'Without a key, nothing new gets 409 with the `ids` that exist, and what does not sell gets 422 with what is wrong.',
      ],
      problems: [409, 422],
    },
  ),
  checkAddress: open(
    'GET',
    '/api/check',
    { querystring: AddressQuery, response: { 200: Candidate } },
    {
      mayWait: true,
      title: 'Check any address',
      description: [
        'For providers, without a key: calls the address like a client that has not paid (GET, then POST).',
        'It says what a client would pay, what could be registered, and what is wrong.',
        'The limits are those of the preview.',
      ],
    },
  ),
  editService: keyed(
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
      title: 'Change a service',
      description: [
        'With a key of its account, or an admin key.',
        'The body is a JSON Merge Patch (RFC 7396): members replace those of the registration, and null removes one.',
        'The result is checked like a registration, and every fault is reported at once.',
        'A change of endpoint, price, payment address or network makes a verified service unverified.',
        'If the service already is as the patch says, the answer is 200, whatever `If-Match` names.',
        'So you can safely resend a change whose answer was lost.',
      ],
      problems: [404, 410, 412],
      bodyTypes: ['application/merge-patch+json', 'application/json'],
      responseHeaders: { ETag: 'ETag of the service in its current state.', ...duplicate, ...waited },
    },
  ),
  removeService: keyed(
    'DELETE',
    '/api/services/:id',
    { params: ServiceParams, headers: editHeaders, querystring: NoParameters, response: { 204: Type.Null() } },
    {
      title: 'Remove a service',
      description: [
        'With a key of its account, or an admin key.',
        'The service is removed from the catalog at once and permanently, and from search a moment later.',
        'Requests for its detail and status then get 410, and so does another removal.',
      ],
      problems: [404, 410, 412],
      responseHeaders: waited,
    },
  ),
  checkService: keyed(
    'POST',
    '/api/services/:id/check',
    { params: ServiceParams, querystring: NoParameters, response: { 200: CheckResult } },
    {
      mayWait: true,
      title: 'Check a service now',
      description: [
        'With a key of its account, or an admin key.',
        'The monitor calls the endpoint like a client that has not paid, and the answer says what it saw.',
        'An endpoint is checked on request at most once a minute.',
        'If the last check is less than a minute old, and the compared fields have not changed since, the answer is the result of that check, with `isNew` false and a `Retry-After` header.',
        'If a check is running, or due after a change, the answer waits for it.',
        'It counts like any other check: two checks in a row that confirm the registration, at least a tenth of the interval apart, make a service verified.',
      ],
      problems: [404, 409, 410],
      responseHeaders: { Link: 'rel="duplicate": the service of another account that this endpoint redirects to.' },
    },
  ),
  openAccount: open(
    'POST',
    '/api/accounts',
    { querystring: NoParameters, body: SignUpRequest, response: { 201: AccountChallenge } },
    {
      title: 'Open an account by a proof',
      description: [
        'Gives a challenge that is valid for 15 minutes and for one proof: that you control the host of a `url`, or a `paymentAddress` that is paid at the `url`, or at one that is listed.',
        'With a key, what you prove is added to its account.',
        '`SIGN_UP=off` turns it off.',
      ],
      problems: [401, 403],
    },
  ),
  proveAccount: open(
    'POST',
    '/api/accounts/:id/proof',
    { params: ChallengeParams, querystring: NoParameters, body: AccountProof, response: { 201: ProvenAccount } },
    {
      mayWait: true,
      title: 'Prove it, and get a key',
      description: [
        'Reads the file or the TXT record, or verifies the signature, and gives the account and a key.',
        'A proof is of one host or one wallet, and gives power over that alone: without a key it opens a new account, with a key it is added to its account.',
        'Services at a proven host become yours at once, or after 7 days if their account has proven the host too, of which it is told by its webhook.',
        'A wallet counts where the 402 of the endpoint itself names it and nobody has proven the host; services of another account become yours after 7 days.',
        'A new account may list 200 services, at the registrable domains that it has proven; an operator can raise both.',
        'A proof that is not valid gets a 422 that says what was found instead, and the challenge stays valid.',
      ],
      problems: [404, 409, 410, 422],
    },
  ),
  listAccountServices: readWithKey('/api/account/services', AccountServicesQuery, Type.Array(AccountService), {
    title: 'Your own services',
    description: [
      'The services of the account of the key, newest first, from the catalog.',
      'It includes services that search does not show yet.',
      'Each has the reason for its status, its uptime, its last and next check, and its sales by day.',
    ],
    responseHeaders: {
      'X-Total-Count': 'Number of services of the account, or of those that `query` finds.',
      Link: 'RFC 8288 link: next, if there is a next page.',
    },
  }),
  listAccountProofs: readWithKey('/api/account/proofs', NoParameters, AccountProofs, {
    title: 'What you have proven',
    description: [
      'The hosts and payment addresses that the account has proven, and the services that will be handed over to it, or by it.',
    ],
  }),
  removeAccountProof: removeWithKey('/api/account/proofs/:id', ProofParams, {
    title: 'Remove a proof',
    description: [
      'Removes a proof of the account: it lists nothing more there, and its services there lose `ownerVerified`.',
    ],
  }),
  readInsights: readWithKey('/api/account/insights', InsightsQuery, Insights, {
    title: 'What buyers ask',
    description: [
      'How often each service of the account was shown and opened per day, at which rank, and by which kind of query.',
      'Tasks and words are shown only if five askers used them in a week; whole queries are not stored.',
      'The counts are a minute behind, and are kept for 90 days.',
    ],
  }),
  listAccountKeys: readWithKey('/api/account/keys', NoParameters, Type.Array(AccountKey), {
    title: 'Your keys',
    description: [
      'The live keys of the account, oldest first. The keys themselves are not stored, so they are not shown.',
    ],
  }),
  createAccountKey: postWithKey(
    '/api/account/keys',
    AccountKeyRequest,
    { 201: NewAccountKey },
    {
      title: 'Create another key',
      description: [
        'Creates a key of the same account with the scope services:write.',
        'It expires when the key of this request expires. Only this answer shows the key.',
        'An account has at most 20 live keys.',
      ],
      problems: [409],
    },
  ),
  revokeAccountKey: removeWithKey('/api/account/keys/:id', KeyParams, {
    title: 'Revoke a key',
    description: ['Revokes a key of the account permanently. This may be the key of the request.'],
  }),
};
