import { readFile } from 'node:fs/promises';

const template = new URL('../../../../services/gateway/nginx.conf.template', import.meta.url);

/** The variables of the gateway's template. The compose file sets the same ones. */
export interface GatewayVariables {
  GATEWAY_LISTEN: string;
  GATEWAY_PID_FILE: string;
  GATEWAY_TEMP_DIR: string;
  GATEWAY_WRITE_SERVERS: string;
  GATEWAY_READ_SERVERS: string;
  /** The timeout for a response of a service, such as 5s. */
  GATEWAY_READ_TIMEOUT: string;
  GATEWAY_WRITE_TIMEOUT: string;
  /** The value of nginx's `access_log`: `off`, or a file and the format `answers`. */
  GATEWAY_ACCESS_LOG: string;
  /** Which clients are limited: the body of nginx's `geo` block. */
  GATEWAY_LIMITED: string;
  GATEWAY_REQUESTS_PER_SECOND: string;
  GATEWAY_CONNECTIONS_PER_ADDRESS: string;
}

/** Returns the configuration of nginx with the variables substituted, as the entry point of nginx's image does it. */
export async function renderGateway(variables: GatewayVariables): Promise<string> {
  let text = await readFile(template, 'utf8');
  for (const [name, value] of Object.entries(variables)) text = text.replaceAll(`\${${name}}`, () => value);
  return text;
}
