import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPart, isReachable, type Part, requireProgram } from '@shirube/dev/processes';
import { freePort } from '@shirube/local-postgres';

/** An nginx that serves these responses as static files, by path and query: the fastest way to send bytes. */
export async function serveStaticFiles(directory: string, files: ReadonlyMap<string, Buffer>): Promise<Part> {
  const root = join(directory, 'files');
  await mkdir(root, { recursive: true });
  // When root starts nginx, its workers run as another user.
  await chmod(directory, 0o755);
  const names = await Promise.all(
    [...files].map(async ([path, body], number) => {
      await writeFile(join(root, `${number}.json`), body);
      return `"${path}" /${number}.json;`;
    }),
  );
  const port = await freePort();
  const configuration = join(directory, 'nginx.conf');
  await writeFile(
    configuration,
    `worker_processes auto;
pid ${directory}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  types { application/json json; }
  open_file_cache max=4096 inactive=10s;
  keepalive_requests 100000;
  map_hash_bucket_size 256;
  map $request_uri $file { ${names.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / { try_files $file =404; }
  }
}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const [first = '/'] = files.keys();
  const command = await requireProgram('nginx');
  const args = ['-e', 'stderr', '-c', configuration, '-g', 'daemon off;'];
  const isReady = () => isReachable(url + first);
  const server = createPart({ name: 'static-files', command, args, url, isReady }, { directory });
  await server.start();
  return server;
}
