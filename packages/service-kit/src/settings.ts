import { mainNode } from '@shirube/contracts';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const optionalText = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const wholeNumber = (description: string, options: { minimum: number; maximum: number; default: number }) =>
  Type.Integer({ description, ...options });
const requestLimit = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: `${description} 0: no limit.` });

/** Every environment variable of every service, declared once. */
export const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: wholeNumber('Port to listen on; 0 takes a free one.', { minimum: 0, maximum: 65_535, default: 3000 }),
  DATA_DIR: Type.String({ default: '.data', description: 'Where the embedded parts keep their data.' }),
  POSTGRES_PATIENCE: wholeNumber(
    'Seconds for which the embedded Postgres, when it has died, is started again before Shirube ends with status 1.',
    { minimum: 0, maximum: 86_400, default: 300 },
  ),
  DATABASE_URL: optionalText('Postgres, such as postgres://user:password@host:5432/shirube. Unset: embedded.'),
  DATABASE_READ_URL: optionalText(
    'Postgres for detail, status and export: a replica, or a role that can only read. Unset: DATABASE_URL.',
  ),
  CATALOG_DEADLINE_MS: wholeNumber('Milliseconds after which a request that Postgres has not answered is given up.', {
    minimum: 500,
    maximum: 60_000,
    default: 4_000,
  }),
  REDIS_URL: optionalText('Redis for the job queue, such as redis://host:6379. Unset: the queue lives in Postgres.'),
  MEILI_URL: optionalText(
    'Meilisearch, such as http://host:7700; read-api takes several, separated by commas. Unset: the search engine inside the process.',
  ),
  SEARCH_NODE: Type.String({
    pattern: '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$',
    default: mainNode,
    description:
      'Name of the search node that the Meilisearch of an indexer is: up to 32 small letters, digits, hyphens.',
  }),
  MEILI_API_KEY: optionalText('Key for Meilisearch.'),
  SEARCH_DEADLINE_MS: wholeNumber('Milliseconds after which a search that Meilisearch has not answered is given up.', {
    minimum: 100,
    maximum: 60_000,
    default: 1_500,
  }),
  MEILI_MASTER_KEY: optionalText('Master key of Meilisearch, to make the keys of the services with.'),
  BOOTSTRAP_API_KEY: Type.Optional(
    Type.String({ minLength: 16, description: 'Accepted as an admin key, for compose files and tests.' }),
  ),
  EXPORT_SOURCE: Type.String({ default: 'shirube', description: 'Name of this directory in its exports.' }),
  CHANGES_KEPT_DAYS: wholeNumber(
    'Days for which removals and the changes of a service before its last are kept; who follows the catalog may stay away for so long.',
    { minimum: 1, maximum: 3_650, default: 30 },
  ),
  MIRROR_URL: optionalText('Another Shirube, or an x402 facilitator, for `shirube mirror` when no address is given.'),
  MONITOR: Type.Unsafe<'on' | 'off'>(
    Type.String({
      pattern: '^(on|off)$',
      default: 'on',
      description: 'off: nothing is checked; statuses stay as they are.',
    }),
  ),
  MONITOR_INTERVAL_SECONDS: wholeNumber('Seconds between two checks of a service that is well.', {
    minimum: 1,
    maximum: 2_592_000,
    default: 21_600,
  }),
  MONITOR_CONCURRENCY: wholeNumber('Checks that one monitor makes at a time.', {
    minimum: 1,
    maximum: 1_000,
    default: 50,
  }),
  MONITOR_CHECKS_PER_MINUTE: wholeNumber('Checks that one monitor begins in a minute at most.', {
    minimum: 1,
    maximum: 1_000_000,
    default: 1_200,
  }),
  MONITOR_HOST_GAP_SECONDS: wholeNumber('Seconds between two checks of services on one host, at least.', {
    minimum: 0,
    maximum: 3_600,
    default: 2,
  }),
  MONITOR_PORTS: optionalText(
    'Ports of endpoints that are checked, such as 80,443,8000-8999. Unset: 80, 443, 3000-3010, 4000-4100, 5000-5010 and 8000-9000.',
  ),
  MONITOR_DNS_SERVERS: optionalText(
    'Name servers that the monitor asks, such as 9.9.9.9 or 127.0.0.1:5353, separated by commas. Unset: those of the machine.',
  ),
  MONITOR_CANARIES: optionalText(
    'Addresses, separated by commas, that are asked when a host fails that was well: while one answers, the monitor is online. Unset: other hosts decide.',
  ),
  MONITOR_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description:
      'true: endpoints on this machine and in private networks, on any port, are checked too. For development.',
  }),
  PUBLIC_URL: optionalText(
    'Address under which people find this directory, such as https://directory.example; the monitor names it to those whom it checks, and /server.json and its like hold it.',
  ),
  MCP_ALLOWED_ORIGINS: optionalText(
    'Host names of web pages that may use /mcp from a browser, separated by commas. Unset: pages of this machine only.',
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'What Prometheus sends to read /metrics from another machine, as Authorization: Bearer. Unset: from this machine only.',
    }),
  ),
  METRICS_OPEN: Type.Boolean({
    default: false,
    description: 'true: /metrics answers everybody who can reach the process.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    'Where traces are sent (OTLP over HTTP), such as http://host:4318. Unset: no traces. The other standard OTEL_ variables hold too.',
  ),
  TRUST_PROXY: optionalText(
    'Proxies whose X-Forwarded-For tells the address of the client: addresses, networks (10.0.0.0/8), loopback or uniquelocal, separated by commas. Unset: none.',
  ),
  RATE_LIMIT_PER_ADDRESS: Type.Optional(
    requestLimit('Requests that one address may send in 10 s. Unset: 20000, and this machine as many as it likes.'),
  ),
  RATE_LIMIT_PER_KEY: Type.Optional(
    requestLimit('Writes that one API key may send in 10 s. Unset: 5000, and from this machine as many as it likes.'),
  ),
  RATE_LIMIT_ACCOUNT_EDITS: Type.Optional(
    requestLimit(
      'Changes and removals that one account may send in 10 s. Unset: 100, and from this machine as many as it likes.',
    ),
  ),
  RATE_LIMIT_SERVICE_EDITS: Type.Optional(
    requestLimit(
      'Changes of one service that its account may send in 10 s. Unset: 10, and from this machine as many as it likes.',
    ),
  ),
  CONNECTIONS_PER_ADDRESS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Connections that one address may have open; proxies of TRUST_PROXY have no limit. 0: no limit. Unset: 256, and this machine as many as it likes.',
    }),
  ),
  LOG_LEVEL: Type.Unsafe<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'>(
    Type.String({
      pattern: '^(fatal|error|warn|info|debug|trace|silent)$',
      default: 'info',
      description: 'fatal, error, warn, info, debug (every request), trace or silent.',
    }),
  ),
});
export type Settings = Static<typeof Settings>;

/** A variable has a value that cannot be used; the message names it in one sentence. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

function expectation(schema: TSchema): string {
  if (schema.type !== 'integer') return schema.description ?? 'another value';
  return `A whole number from ${schema.minimum} to ${schema.maximum}. ${schema.description}`;
}

/** Reads the variables from the environment; an empty one counts as unset, a bad one stops with a sentence. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.entries(environment).filter(([name, value]) => name in Settings.properties && value !== '');
  const settings = Value.Convert(Settings, Value.Default(Settings, Object.fromEntries(given)));
  const fault = Value.Errors(Settings, settings).First();
  if (fault) {
    const name = fault.path.slice(1);
    throw new SettingsError(`${name} has a value that cannot be used. Expected: ${expectation(fault.schema)}`);
  }
  return Value.Decode(Settings, settings);
}

/** A setting that this service cannot do without. */
export function requireSetting<Name extends keyof Settings>(
  settings: Pick<Settings, Name>,
  name: Name,
): NonNullable<Settings[Name]> {
  const value = settings[name];
  if (value === undefined || value === null) {
    throw new SettingsError(`${name} is not set. Expected: ${expectation(Settings.properties[name])}`);
  }
  return value;
}

/** An address as it may be logged: without user name, password or query. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'an address that is not a URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
