import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Scope } from './accountKeys.js';
import { StatusReason } from './check.js';
import { choice, integer, nullable } from './fieldTypes.js';
import { ServiceDetail, ServiceStatus, serviceIdPattern, Timestamp } from './service.js';
import { Text } from './text.js';

const closed = <T extends TProperties>(properties: T, expected?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(expected && { expected }) });
const text = (description: string) => Type.String({ maxLength: 255, description, expected: 'a text' });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const seconds = (description: string) => Type.Number({ minimum: 0, description });
const PageLimit = Type.Optional(integer(1, 500, { default: 50, description: 'Maximum number of rows.' }));
const label = (description: string) => Text({ minLength: 1, maxLength: 255, description });

/** A search node as operators see it. */
const NodeOverview = Type.Object({
  name: Type.String(),
  state: choice(['filling', 'serving', 'behind', 'draining'], 'Its state.'),
  inRotation: Type.Boolean({ description: 'Whether readers use it.' }),
  lagSeconds: seconds('Age of the oldest entry that it has not processed.'),
  pending: count('Services whose latest state it does not have yet.'),
  setAside: count('Services that its engine refuses.'),
  rebuilt: nullable(
    Type.Number(),
    'Progress of a running rebuild: the share of the catalog in the new index, from 0 to 1.',
  ),
  seenAt: Timestamp,
});

/** The state of the log and of its followers. */
export const LogStanding = Type.Object({
  entries: count('Entries that are kept.'),
  oldestAt: nullable(Timestamp),
  newestAt: nullable(Timestamp),
  followers: Type.Array(
    Type.Object({
      name: Type.String({ description: 'search:NODE, webhooks, …' }),
      isAtWork: Type.Boolean({ description: 'Whether a process works for it.' }),
      seenAt: Timestamp,
      pending: count('Entries after its cursor.'),
      lagSeconds: seconds('Age of the oldest of them.'),
    }),
  ),
});
export type LogStanding = Static<typeof LogStanding>;

export const AdminOverview = Type.Object({
  nodes: Type.Array(NodeOverview),
  log: LogStanding,
  queue: nullable(
    Type.Object({
      waiting: count('Jobs that are waiting.'),
      active: count('Jobs that are running.'),
      delayed: count('Jobs that wait for a retry.'),
    }),
    'null while the queue cannot be reached.',
  ),
});
export type AdminOverview = Static<typeof AdminOverview>;

export const SetAside = Type.Object({
  id: Type.String(),
  name: nullable(Type.String(), 'null if it was removed.'),
  node: Type.String({ description: 'The search node that refuses it.' }),
  revision: Type.Integer(),
  refusedAt: Timestamp,
  reason: Type.String({ description: 'The error of the engine.' }),
});
export type SetAside = Static<typeof SetAside>;
export const RetryRequest = closed(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ pattern: serviceIdPattern, expected: 'the id of a service' }), {
        maxItems: 500,
        description: 'All when left out.',
        expected: 'a list of at most 500 ids',
      }),
    ),
  },
  'an object with ids, or an empty one',
);
export const Retried = Type.Object({ retried: Type.Array(Type.String()) });

export const AdminKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  accountId: Type.String(),
  scopes: Type.Array(Scope),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
});
export type AdminKey = Static<typeof AdminKey>;
export const NewAdminKey = Type.Object({
  ...AdminKey.properties,
  key: Type.String({ description: 'Shown only in this response: the directory stores its digest.' }),
});
export type NewAdminKey = Static<typeof NewAdminKey>;
export const KeyRequest = closed(
  {
    name: label('Who or what the key is for.'),
    scopes: Type.Array(Scope, { minItems: 1, maxItems: 3, uniqueItems: true, expected: 'a list of scopes' }),
    accountId: Type.Optional(
      Type.String({
        pattern: serviceIdPattern,
        description:
          'The account whose services it may change. When left out, an admin key belongs to the operator, and any other key gets a new account with its name.',
        expected: 'the id of an account',
      }),
    ),
    expiresInDays: Type.Optional(integer(1, 3650, { description: 'Never when left out.' })),
  },
  'an object with name and scopes',
);
export const AdminAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contact: nullable(Type.String()),
  createdAt: Timestamp,
  serviceQuota: nullable(count('Services that it may register.'), 'null: as many as SERVICES_PER_ACCOUNT says.'),
  onlyProven: Type.Boolean({ description: 'Whether it may only register services of domains that it has proven.' }),
  liveKeys: count('Keys that were not revoked and have not expired.'),
  services: count('Services that it has.'),
});
export type AdminAccount = Static<typeof AdminAccount>;
export const AccountRequest = closed(
  { name: label('The name of the account.'), contact: Type.Optional(label('How to reach them.')) },
  'an object with name and, if there is one, contact',
);

export const ModerationRequest = closed(
  {
    action: choice(
      ['hide', 'impostor', 'restore'],
      'hide: only its owner sees it; impostor: it is marked, listed last and never verified; restore: undoes both.',
    ),
    scope: Type.Optional(
      choice(
        ['endpoint', 'host'],
        'endpoint (when left out): the service, its copies, and what is registered at its endpoint later; host: everything on its host, now and later.',
      ),
    ),
    reason: Text({ minLength: 1, maxLength: 1000, description: 'Sent to the owner, and recorded in the audit log.' }),
  },
  'an object with action and reason',
);
export const ModeratedService = Type.Object({ ...ServiceDetail.properties, accountId: Type.String() });
export type ModeratedService = Static<typeof ModeratedService>;

const before = (pattern: string) =>
  Type.Optional(
    Type.String({
      pattern,
      description: 'Continues after the last row of the previous page.',
      expected: 'a position from an earlier response',
    }),
  );
export const AuditQuery = closed({
  before: before('^\\d{1,18}$'),
  action: Type.Optional(text('Only this action, such as `keys create`.')),
  subject: Type.Optional(text('Only actions on this id.')),
  limit: PageLimit,
});
export type AuditQuery = Static<typeof AuditQuery>;
export const AuditEntry = Type.Object({
  id: Type.String({ description: 'Its position: send it as `before` to get older ones.' }),
  at: Timestamp,
  actor: Type.String({ description: 'Who did it: a key, or a user of the command line.' }),
  action: Type.String({ description: 'The name of the command that does the same.' }),
  subject: nullable(Type.String()),
  reason: nullable(Type.String()),
  detail: Type.Unknown({ description: 'Further details; null if there are none.' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

const changeType = choice(['created', 'updated', 'status', 'deleted'], 'What happened.');
export const RecentChangesQuery = closed({
  before: before('^\\d{1,19}\\.\\d{1,18}$'),
  type: Type.Optional(changeType),
  service: Type.Optional(text('Only the service with this id.')),
  account: Type.Optional(text('Only services of the account with this id.')),
  limit: PageLimit,
});
export type RecentChangesQuery = Static<typeof RecentChangesQuery>;
export const RecentChange = Type.Object({
  cursor: Type.String({ description: 'Its position: send it as `before` to get older ones.' }),
  id: Type.String({ description: 'The id of the service.' }),
  name: nullable(Type.String(), 'null if it was removed.'),
  accountId: nullable(Type.String()),
  type: changeType,
  at: Timestamp,
  fields: Type.Array(Type.String(), { description: 'The columns that changed.' }),
  from: nullable(ServiceStatus),
  to: nullable(ServiceStatus),
  reason: nullable(StatusReason),
  moderation: nullable(choice(['hidden', 'impostor', 'restored'], 'What an operator has done.')),
});
export type RecentChange = Static<typeof RecentChange>;
