import { writeFile } from 'node:fs/promises';
import { freePort } from '@shirube/local-postgres';
import { createPart, isReachable, type Part, type Program, requireProgram } from '../../processes/index.js';
import { renderGateway } from '../renderGateway.js';

interface GatewayOptions {
  port: number;
  writeApis: readonly string[];
  readApis: readonly string[];
  /** The variables of the gateway and of the services. The limits of the services apply to the gateway too. */
  env: Record<string, string>;
}

/** One failure is enough to skip a server for a while, unless there is no other. */
const servers = (urls: readonly string[]) =>
  urls
    .map((url) => new URL(url).host)
    .map((host) => `server ${host} max_fails=1 fail_timeout=10s; server ${host} backup max_fails=0;`)
    .join(' ');

/** The limits of the services in the format that nginx expects. */
function limits({ RATE_LIMIT_PER_ADDRESS: requests, CONNECTIONS_PER_ADDRESS: connections }: GatewayOptions['env']) {
  const perTenSeconds = Number(requests || 20_000);
  const usual = 'default 1; 127.0.0.0/8 0; ::1/128 0;';
  const configuredLimit = perTenSeconds > 0 ? 'default 1;' : 'default 0;';
  return {
    GATEWAY_LIMITED: requests ? configuredLimit : usual,
    GATEWAY_REQUESTS_PER_SECOND: String(Math.max(1, Math.ceil(perTenSeconds / 10))),
    GATEWAY_CONNECTIONS_PER_ADDRESS: connections && connections !== '0' ? connections : '256',
  };
}

/** One second longer than the services' deadlines. A write gets the deadline twice: it looks up its key first. */
function timeouts({ CATALOG_DEADLINE_MS: catalog, SEARCH_DEADLINE_MS: search }: GatewayOptions['env']) {
  const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1_000) + 1}s`;
  const catalogMs = Number(catalog || 4_000);
  return {
    GATEWAY_READ_TIMEOUT: seconds(Math.max(catalogMs, Number(search || 1_500) + 1_500)),
    GATEWAY_WRITE_TIMEOUT: seconds(2 * catalogMs),
  };
}

/** nginx in front of the services, from the template that the compose file uses. */
export async function gatewayProgram(
  directory: string,
  { port, writeApis, readApis, env }: GatewayOptions,
): Promise<Program> {
  const command = await requireProgram('nginx');
  const configuration = `${directory}/nginx.conf`;
  const text = await renderGateway({
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    GATEWAY_PID_FILE: `${directory}/nginx.pid`,
    GATEWAY_TEMP_DIR: directory,
    GATEWAY_ACCESS_LOG: env.GATEWAY_ACCESS_LOG ?? 'off',
    GATEWAY_WRITE_SERVERS: servers(writeApis),
    GATEWAY_READ_SERVERS: servers(readApis),
    ...limits(env),
    ...timeouts(env),
  });
  await writeFile(configuration, text);
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'gateway',
    command,
    args: ['-e', 'stderr', '-c', configuration, '-g', 'daemon off;'],
    url,
    isReady: () => isReachable(`${url}/live`),
  };
}

/** Starts only a gateway, in front of services that already run. It keeps its files in `directory`. */
export async function startGateway(
  directory: string,
  { env = {}, ...apis }: Pick<GatewayOptions, 'writeApis' | 'readApis'> & Partial<Pick<GatewayOptions, 'env'>>,
): Promise<Part> {
  const program = await gatewayProgram(directory, { ...apis, env, port: await freePort() });
  const gateway = createPart(program, { directory });
  await gateway.start();
  return gateway;
}
