import { Type } from '@sinclair/typebox';
import {
  AccountRequest,
  AdminAccount,
  AdminKey,
  AdminOverview,
  AuditEntry,
  AuditQuery,
  KeyRequest,
  ModeratedService,
  ModerationRequest,
  NewAdminKey,
  RecentChange,
  RecentChangesQuery,
  Retried,
  RetryRequest,
  SetAside,
} from '../admin.js';
import { MonitorSummary } from '../monitorSummary.js';
import { OpenListing } from '../preview.js';
import { Report } from '../report.js';
import { ServiceDetail } from '../service.js';
import { Settlements, SettlementsResult } from '../settlements.js';
import {
  KeyParams,
  keyed,
  NoParameters,
  postWithKey,
  readWithKey,
  removeWithKey,
  ServiceParams,
} from './routeContract.js';

const scope = 'admin';

/** Routes for facilitators and operators. */
export const operatorRoutes = {
  reportSettlements: postWithKey(
    '/api/settlements',
    Settlements,
    { 200: SettlementsResult },
    {
      title: 'Report settled payments',
      description: [
        'For facilitators, with a key that has the scope settlements:write.',
        'Each settlement counts once, by network and transaction: sending it again is not an error.',
        'It belongs to the service whose endpoint is the `resource`, with or without its query, or otherwise to the service that is paid at `payTo` on `network`.',
        'If that matches no service or several, the settlement is stored, and matched again when a service is registered or changed.',
        '`txCount` and `totalRevenue` of the service are updated, the latter only by payments in its currency.',
        'A payment in an unknown coin is stored but never counts.',
        'The answer lists invalid settlements. All others are counted.',
        'If all are invalid, the answer is 400, with the place of each fault.',
      ],
      scope: 'settlements:write',
    },
  ),
  getMonitorSummary: readWithKey('/api/monitor/summary', NoParameters, MonitorSummary, {
    title: 'Health of the directory',
    description: [
      'For operators, with an admin key: verdicts of the last 30 days, failing hosts, and services whose status has changed, with the reason.',
    ],
    scope: 'admin',
  }),
  createAccount: postWithKey(
    '/api/admin/accounts',
    AccountRequest,
    { 201: AdminAccount },
    {
      title: 'Create an account',
      description: ['With an admin key. Recorded in the audit log. All keys of an account may edit its services.'],
      scope,
    },
  ),
  createKey: postWithKey(
    '/api/admin/keys',
    KeyRequest,
    { 201: NewAdminKey },
    {
      title: 'Issue an API key',
      description: ['With an admin key. Recorded in the audit log. Only this answer shows the key.'],
      scope,
      problems: [404],
    },
  ),
  getAdminOverview: readWithKey('/api/admin/overview', NoParameters, AdminOverview, {
    title: 'Search nodes, the log and the queue',
    description: [
      'With an admin key: the state of the search nodes, the lag of the followers of the log, and the number of waiting jobs.',
    ],
    scope,
  }),
  listAccounts: readWithKey('/api/admin/accounts', NoParameters, Type.Array(AdminAccount), {
    title: 'Accounts',
    description: ['With an admin key: every account with the number of its keys and services, oldest first.'],
    scope,
  }),
  listAudit: readWithKey('/api/admin/audit', AuditQuery, Type.Array(AuditEntry), {
    title: 'What operators have done',
    description: ['With an admin key: the audit log, latest first. Postgres refuses to change or remove a record.'],
    scope,
  }),
  listKeys: readWithKey('/api/admin/keys', NoParameters, Type.Array(AdminKey), {
    title: 'API keys',
    description: [
      'With an admin key: all keys, including revoked ones, oldest first.',
      'The keys themselves are not stored.',
    ],
    scope,
  }),
  listModerated: readWithKey('/api/admin/moderated', NoParameters, Type.Array(ModeratedService), {
    title: 'Services that are hidden or marked',
    description: ['With an admin key: hidden and marked services, latest first, at most 100.'],
    scope,
  }),
  listRecentChanges: readWithKey('/api/admin/changes', RecentChangesQuery, Type.Array(RecentChange), {
    title: 'Recent changes',
    description: ['With an admin key: the changes of all services, including hidden ones, latest first.'],
    scope,
  }),
  listReports: readWithKey('/api/admin/reports', NoParameters, Type.Array(Report), {
    title: 'Reports about listings',
    description: ['With an admin key: open reports, oldest first, at most 100.'],
    scope,
  }),
  listWaiting: readWithKey('/api/admin/listings', NoParameters, Type.Array(OpenListing), {
    title: 'Listings that wait for review',
    description: ['With an admin key: what was asked to be listed without a key, oldest first, at most 20.'],
    responseHeaders: { 'X-Total-Count': 'Number of listings that wait.' },
    scope,
  }),
  acceptListing: keyed(
    'POST',
    '/api/admin/listings/:id',
    { params: KeyParams, querystring: NoParameters, response: { 200: Type.Array(ServiceDetail) } },
    {
      title: 'Accept a listing',
      description: ['With an admin key. Lists its services as those of nobody. Recorded in the audit log.'],
      scope,
      problems: [404],
    },
  ),
  refuseListing: removeWithKey('/api/admin/listings/:id', KeyParams, {
    title: 'Refuse a listing',
    description: ['With an admin key. Recorded in the audit log.'],
    scope,
  }),
  listSetAside: readWithKey('/api/admin/set-aside', NoParameters, Type.Array(SetAside), {
    title: 'Documents that engines refuse',
    description: [
      'With an admin key: the services that a search node has set aside, newest first, at most 100, with the reason.',
    ],
    scope,
  }),
  moderateService: keyed(
    'POST',
    '/api/admin/services/:id/moderation',
    { params: ServiceParams, querystring: NoParameters, body: ModerationRequest, response: { 200: ServiceDetail } },
    {
      title: 'Hide, mark or restore a service',
      description: [
        'With an admin key. Recorded in the audit log.',
        'A hidden service is removed from lists, searches and the feed, and requests for its detail get 410.',
        'Its owner still sees it, with the reason. An impostor is marked, listed last, and never verified.',
        'The same applies to services that are registered at its endpoint later (or on its host, with scope `host`), until it is restored.',
        'The owner is notified by webhook (service.moderation).',
      ],
      scope,
      problems: [404, 410],
    },
  ),
  resolveReport: removeWithKey(
    '/api/admin/reports/:id',
    Type.Object({ id: Type.String({ description: 'The id of the report.' }) }),
    { title: 'Mark a report as resolved', description: ['With an admin key. Recorded in the audit log.'], scope },
  ),
  retrySetAside: postWithKey(
    '/api/admin/set-aside/retry',
    RetryRequest,
    { 200: Retried },
    { title: 'Retry refused documents', description: ['With an admin key. Recorded in the audit log.'], scope },
  ),
  revokeKey: removeWithKey('/api/admin/keys/:id', KeyParams, {
    title: 'Revoke an API key',
    description: ['With an admin key. Recorded in the audit log. The key stops working within a second.'],
    scope,
  }),
};
