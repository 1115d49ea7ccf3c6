import { readFile } from 'node:fs/promises';

const template = new URL('../../../services/gateway/nginx.conf.template', import.meta.url);

/** What the template of the gateway leaves open; the compose file sets the same variables. */
export interface GatewayVariables {
  GATEWAY_LISTEN: string;
  GATEWAY_PID_FILE: string;
  GATEWAY_TEMP_DIR: string;
  GATEWAY_WRITE_SERVERS: string;
  GATEWAY_READ_SERVERS: string;
  /** How long a service may take for an answer, such as 5s. */
  GATEWAY_READ_TIMEOUT: string;
  GATEWAY_WRITE_TIMEOUT: string;
  /** What nginx's `access_log` takes: `off`, or a file and the format `answers`. */
  GATEWAY_ACCESS_LOG: string;
  /** Who is limited: the body of nginx's `geo`. */
  GATEWAY_LIMITED: string;
  GATEWAY_REQUESTS_PER_SECOND: string;
  GATEWAY_CONNECTIONS_PER_ADDRESS: string;
}

/** The configuration of nginx with the variables put in, as the entry point of nginx's image does it. */
export async function renderGateway(variables: GatewayVariables): Promise<string> {
  let text = await readFile(template, 'utf8');
  for (const [name, value] of Object.entries(variables)) text = text.replaceAll(`\${${name}}`, () => value);
  return text;
}
