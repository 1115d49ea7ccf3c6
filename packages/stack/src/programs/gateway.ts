import { writeFile } from 'node:fs/promises';
import { answers, type Program, requireProgram } from '@shirube/processes';
import { renderGateway } from '../renderGateway.js';

const servers = (urls: readonly string[]) =>
  urls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ');

/** nginx in front of the services, from the template that the compose file uses. */
export async function gatewayProgram(
  directory: string,
  { port, writeApis, readApis }: { port: number; writeApis: readonly string[]; readApis: readonly string[] },
): Promise<Program> {
  const command = await requireProgram('nginx');
  const configuration = `${directory}/nginx.conf`;
  const text = await renderGateway({
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    GATEWAY_PID_FILE: `${directory}/nginx.pid`,
    GATEWAY_TEMP_DIR: directory,
    GATEWAY_WRITE_SERVERS: servers(writeApis),
    GATEWAY_READ_SERVERS: servers(readApis),
  });
  await writeFile(configuration, text);
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'gateway',
    command,
    args: ['-e', 'stderr', '-c', configuration, '-g', 'daemon off;'],
    url,
    isReady: () => answers(`${url}/live`),
  };
}
