import { Type } from '@sinclair/typebox';
import * as admin from '../admin.js';
import { Report } from '../report.js';
import { ServiceDetail } from '../service.js';
import {
  KeyParams,
  keyed,
  NoParameters,
  postWithKey,
  readWithKey,
  removeWithKey,
  ServiceParams,
} from './routeContract.js';

// Routes for operators only.
const scope = 'admin';

export const getAdminOverview = readWithKey('/api/admin/overview', NoParameters, admin.AdminOverview, { scope });
export const listSetAside = readWithKey('/api/admin/set-aside', NoParameters, Type.Array(admin.SetAside), { scope });
export const listKeys = readWithKey('/api/admin/keys', NoParameters, Type.Array(admin.AdminKey), { scope });
export const listAccounts = readWithKey('/api/admin/accounts', NoParameters, Type.Array(admin.AdminAccount), { scope });
export const listModerated = readWithKey('/api/admin/moderated', NoParameters, Type.Array(admin.ModeratedService), {
  scope,
});
export const listReports = readWithKey('/api/admin/reports', NoParameters, Type.Array(Report), { scope });
export const listAudit = readWithKey('/api/admin/audit', admin.AuditQuery, Type.Array(admin.AuditEntry), { scope });
export const listRecentChanges = readWithKey(
  '/api/admin/changes',
  admin.RecentChangesQuery,
  Type.Array(admin.RecentChange),
  { scope },
);

export const retrySetAside = postWithKey(
  '/api/admin/set-aside/retry',
  admin.RetryRequest,
  { 200: admin.Retried },
  { scope },
);
export const createAccount = postWithKey(
  '/api/admin/accounts',
  admin.AccountRequest,
  { 201: admin.AdminAccount },
  { scope },
);
export const createKey = postWithKey(
  '/api/admin/keys',
  admin.KeyRequest,
  { 201: admin.NewAdminKey },
  { scope, problems: [404] },
);
export const moderateService = keyed(
  'POST',
  '/api/admin/services/:id/moderation',
  { params: ServiceParams, querystring: NoParameters, body: admin.ModerationRequest, response: { 200: ServiceDetail } },
  { scope, problems: [404, 410] },
);

export const revokeKey = removeWithKey('/api/admin/keys/:id', KeyParams, { scope });
export const resolveReport = removeWithKey(
  '/api/admin/reports/:id',
  Type.Object({ id: Type.String({ description: 'The id of the report.' }) }),
  { scope },
);
