import { mainNode } from '@shirube/contracts';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const optionalText = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const wholeNumber = (description: string, options: { minimum: number; maximum: number; default: number }) =>
  Type.Integer({ description, ...options });
const onOff = (description: string) =>
  Type.Unsafe<'on' | 'off'>(
    Type.String({ pattern: '^(on|off)$', default: 'on', description: `on or off. ${description}` }),
  );

const requestLimit = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: `${description} 0: no limit.` });

/** Every environment variable of every service, declared once. */
export const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: wholeNumber('Port to listen on; 0 takes a free one.', { minimum: 0, maximum: 65_535, default: 3000 }),
  DATA_DIR: Type.String({ default: '.data', description: 'Directory for the data of the embedded parts.' }),
  POSTGRES_PATIENCE: wholeNumber(
    'Seconds to keep restarting the embedded Postgres after it has died, before Shirube exits with status 1.',
    { minimum: 0, maximum: 86_400, default: 300 },
  ),
  DATABASE_URL: optionalText('Postgres, such as postgres://user:password@host:5432/shirube. Unset: embedded.'),
  DATABASE_READ_URL: optionalText(
    'Postgres for detail, status and export: a replica, or a role that can only read. Unset: DATABASE_URL.',
  ),
  CATALOG_DEADLINE_MS: wholeNumber('Milliseconds to wait for Postgres before a request fails.', {
    minimum: 500,
    maximum: 60_000,
    default: 4_000,
  }),
  REDIS_URL: optionalText('Redis for the job queue, such as redis://host:6379. Unset: the queue is in Postgres.'),
  MEILI_URL: optionalText(
    'Meilisearch, such as http://host:7700; read-api takes several, separated by commas. Unset: the search engine inside the process.',
  ),
  SEARCH_NODE: Type.String({
    pattern: '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$',
    default: mainNode,
    description: 'Name of the search node of an indexer: up to 32 lower-case letters, digits, hyphens.',
  }),
  MEILI_API_KEY: optionalText('Key for Meilisearch.'),
  SEARCH_DEADLINE_MS: wholeNumber('Milliseconds to wait for Meilisearch before a search fails.', {
    minimum: 100,
    maximum: 60_000,
    default: 1_500,
  }),
  INTENT_CACHE_MB: wholeNumber(
    'Megabytes that a read API may use to keep services that were candidates for intents, about 1.3 kB each.',
    { minimum: 1, maximum: 65_536, default: 128 },
  ),
  MEILI_MASTER_KEY: optionalText('Master key of Meilisearch, used to create the keys of the services.'),
  BOOTSTRAP_API_KEY: Type.Optional(
    Type.String({ minLength: 16, description: 'Accepted as an admin key, for compose files and tests.' }),
  ),
  SERVICES_PER_ACCOUNT: wholeNumber(
    'Services that one account may register, unless `shirube accounts set --quota` gives it another number. Admin keys and imports have no limit. 0: no limit.',
    { minimum: 0, maximum: 1_000_000_000, default: 1_000 },
  ),
  OPEN_LISTING: Type.Unsafe<'off' | 'review' | 'on'>(
    Type.String({
      pattern: '^(off|review|on)$',
      default: 'off',
      description:
        'off, review or on. on: anybody may list what a URL sells, without a key; review: once an operator accepts it. Such services belong to nobody until their owner proves them.',
    }),
  ),
  SIGN_UP: onOff('off: nobody can open an account by a proof; operators issue the keys.'),
  CONTACT_URL: optionalText('Where people reach the operator, such as mailto:… or https://…; the page shows it.'),
  INSIGHTS: onOff('off: the read API does not count how often services are shown and opened, and by which words.'),
  EXCHANGE_RATES: optionalText(
    'Rates by which intents convert money: a file or a URL with {"base", "date", "rates"}, read every hour. Otherwise those built in.',
  ),
  EXPORT_SOURCE: Type.String({ default: 'shirube', description: 'Name of this directory in its exports.' }),
  CHANGES_KEPT_DAYS: wholeNumber(
    'Days to keep changes: followers of the catalog may be away that long. The last change of each existing service is always kept.',
    { minimum: 1, maximum: 3_650, default: 30 },
  ),
  MIRROR_URL: optionalText('An x402 facilitator, for `shirube mirror` when no address is given.'),
  MONITOR: onOff('off: services are not checked, and statuses stay as they are.'),
  MONITOR_INTERVAL_SECONDS: wholeNumber('Seconds between two checks of a healthy service.', {
    minimum: 1,
    maximum: 2_592_000,
    default: 21_600,
  }),
  MONITOR_CONCURRENCY: wholeNumber('Checks that one monitor runs at a time.', {
    minimum: 1,
    maximum: 1_000,
    default: 50,
  }),
  MONITOR_CHECKS_PER_MINUTE: wholeNumber('Maximum number of checks that one monitor starts in a minute.', {
    minimum: 1,
    maximum: 1_000_000,
    default: 1_200,
  }),
  MONITOR_HOST_GAP_SECONDS: wholeNumber('Minimum seconds between two checks of services on one host.', {
    minimum: 0,
    maximum: 3_600,
    default: 2,
  }),
  MONITOR_PORTS: optionalText(
    'Ports of endpoints that are checked, such as 80,443,8000-8999. Unset: 80, 443, 3000-3010, 4000-4100, 5000-5010 and 8000-9000.',
  ),
  MONITOR_DNS_SERVERS: optionalText(
    'Name servers that the monitor uses, such as 9.9.9.9 or 127.0.0.1:5353, separated by commas. Unset: those of the machine.',
  ),
  MONITOR_CANARIES: optionalText(
    'Addresses, separated by commas, to try when a healthy host fails: while one answers, the monitor is online. Unset: other hosts decide.',
  ),
  MONITOR_ALLOW_PRIVATE: Type.Boolean({
    default: false,
    description:
      'true: endpoints on this machine and in private networks, on any port, are checked too. For development.',
  }),
  PUBLIC_URL: optionalText(
    'Public address of this directory, such as https://directory.example, for permanent links, documents such as /server.json, and the user agent of checks. Unset: the address of each request.',
  ),
  MCP_ALLOWED_ORIGINS: optionalText(
    'Host names of web pages that may use /mcp from a browser, separated by commas. Unset: pages of this machine only.',
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'Token that Prometheus sends to read /metrics from another machine, as Authorization: Bearer. Unset: this machine only.',
    }),
  ),
  METRICS_OPEN: Type.Boolean({
    default: false,
    description: 'true: anybody who can reach the process may read /metrics.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    'Where traces are sent (OTLP over HTTP), such as http://host:4318. Unset: no traces. The other standard OTEL_ variables work too.',
  ),
  TRUST_PROXY: optionalText(
    'Proxies whose X-Forwarded-For is trusted for the address of the client: addresses, networks (10.0.0.0/8), loopback or uniquelocal, separated by commas. Unset: none.',
  ),
  RATE_LIMIT_PER_ADDRESS: Type.Optional(
    requestLimit('Requests that one address may send in 10 s. Unset: 20000, and no limit for this machine.'),
  ),
  RATE_LIMIT_PER_KEY: Type.Optional(
    requestLimit('Writes that one API key may send in 10 s. Unset: 5000, and no limit from this machine.'),
  ),
  RATE_LIMIT_ACCOUNT_EDITS: Type.Optional(
    requestLimit('Changes and removals that one account may send in 10 s. Unset: 100, and no limit from this machine.'),
  ),
  RATE_LIMIT_SERVICE_EDITS: Type.Optional(
    requestLimit(
      'Changes of one service that its account may send in 10 s. Unset: 10, and no limit from this machine.',
    ),
  ),
  RATE_LIMIT_SIGN_UPS: Type.Optional(
    requestLimit(
      'Challenges and proofs for accounts that one address may send in 10 s. Unset: 10, and no limit for this machine.',
    ),
  ),
  RATE_LIMIT_OUTBOUND: Type.Optional(
    requestLimit(
      'Requests that previews, checks on request and proofs may send to one host in 10 s, and for one client; ten times as many in all. Unset: 60.',
    ),
  ),
  CONNECTIONS_PER_ADDRESS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Connections that one address may have open; proxies of TRUST_PROXY have no limit. 0: no limit. Unset: 256, and no limit for this machine.',
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

/** Returns the table of all variables in Markdown. */
export function settingsTable(): string {
  const rows = Object.entries(Settings.properties).map(([name, { default: value, description }]) => {
    const standard = value === undefined ? '' : `\`${value}\` `;
    return `| \`${name}\` | ${standard}| ${description} |\n`;
  });
  return `| variable | default | |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** Some variables have invalid values; the message names each, on a line of its own. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

function expectation(schema: TSchema): string {
  if (schema.type !== 'integer') return schema.description ?? 'another value';
  return `A whole number from ${schema.minimum} to ${schema.maximum}. ${schema.description}`;
}

/** Reads the variables from the environment. An empty variable counts as unset. The error names all invalid ones. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const variables = Object.entries(environment).filter(([name, value]) => name in Settings.properties && value !== '');
  const settings = Value.Convert(Settings, Value.Default(Settings, Object.fromEntries(variables)));
  const faults = new Map([...Value.Errors(Settings, settings)].map(({ path, schema }) => [path.slice(1), schema]));
  if (faults.size > 0) {
    const sentences = [...faults].map(
      ([name, schema]) => `${name} has an invalid value. Expected: ${expectation(schema)}`,
    );
    throw new SettingsError(sentences.join('\n'));
  }
  return Value.Decode(Settings, settings);
}

/** Returns a setting that this service requires; throws if it is not set. */
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

/** Returns an address in a form that may be logged: without user name, password or query. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'an address that is not a URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
