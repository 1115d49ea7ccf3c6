import { fileURLToPath } from 'node:url';
import { isReachable, type Program } from '../../processes/index.js';

const services = new URL('../../../../../services/', import.meta.url);

export type ServiceName = 'write-api' | 'read-api' | 'indexer' | 'monitor' | 'standalone';

/** One of our services as its container runs it. It is ready when its parts are. */
export function serviceProgram(
  service: ServiceName,
  { name, port, env }: { name: string; port: number; env: Record<string, string> },
): Program {
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    command: process.execPath,
    args: [fileURLToPath(new URL(`${service}/dist/server.js`, services))],
    env: { HOST: '127.0.0.1', PORT: String(port), ...env },
    url,
    isReady: () => isReachable(`${url}/ready`),
  };
}
