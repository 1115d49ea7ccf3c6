import { freePort } from '@shirube/local-postgres';
import { createPart, type Part } from './part.js';
import { type GatewayOptions, gatewayProgram } from './programs/gateway.js';

/** Starts only a gateway, in front of services that already run. It keeps its files in `directory`. */
export async function startGateway(
  directory: string,
  { env = {}, ...apis }: Pick<GatewayOptions, 'writeApis' | 'readApis'> & Partial<Pick<GatewayOptions, 'env'>>,
): Promise<Part> {
  const program = await gatewayProgram(directory, { ...apis, env, port: await freePort() });
  const gateway = createPart(program, { directory, onUnexpectedEnd: () => {} });
  await gateway.start();
  return gateway;
}
