import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { parse } from 'yaml';
import { findProgram } from '../dist/processes/index.js';
import { type GatewayVariables, renderGateway } from '../dist/stack/index.js';

const run = promisify(execFile);
const nginx = await findProgram('nginx');

/** Returns the output of nginx for a configuration; rejects if nginx does not accept it. */
async function checked(directory: string, text: string): Promise<string> {
  const file = `${directory}/nginx.conf`;
  await writeFile(file, text);
  const { stderr } = await run(nginx ?? '', ['-t', '-e', 'stderr', '-c', file]);
  return stderr;
}

if (!nginx) {
  t.pass('the gateway', { skip: 'nginx is not on PATH' });
} else {
  const variables = async (): Promise<GatewayVariables> => {
    const directory = await temporaryDirectory(t);
    return {
      GATEWAY_LISTEN: '127.0.0.1:8080',
      GATEWAY_PID_FILE: `${directory}/nginx.pid`,
      GATEWAY_TEMP_DIR: directory,
      GATEWAY_WRITE_SERVERS: 'server 127.0.0.1:1;',
      GATEWAY_READ_SERVERS: 'server 127.0.0.1:2; server 127.0.0.1:3;',
      GATEWAY_READ_TIMEOUT: '5s',
      GATEWAY_WRITE_TIMEOUT: '9s',
      GATEWAY_ACCESS_LOG: 'off',
      GATEWAY_LIMITED: 'default 1; 127.0.0.0/8 0; ::1/128 0;',
      GATEWAY_REQUESTS_PER_SECOND: '2000',
      GATEWAY_CONNECTIONS_PER_ADDRESS: '256',
    };
  };

  t.test('nginx accepts the configuration without a warning', async (t) => {
    const values = await variables();
    const output = await checked(values.GATEWAY_TEMP_DIR, await renderGateway(values));
    t.match(output, /test is successful/);
    t.notMatch(output, /\[(warn|emerg|alert)\]/);
  });

  t.test('the variables of the compose file fill the template completely', async (t) => {
    const compose = parse(readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8'), {
      merge: true,
    });
    const environment: GatewayVariables = JSON.parse(
      JSON.stringify(compose.services.gateway.environment).replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    );
    const text = await renderGateway(environment);
    t.notMatch(text, /\$\{/, 'nothing is left open');
    // nginx before 1.27.3 does not support "resolve", and the names of containers do not resolve here.
    const { GATEWAY_WRITE_SERVERS, GATEWAY_READ_SERVERS, ...rest } = environment;
    for (const servers of [GATEWAY_WRITE_SERVERS, GATEWAY_READ_SERVERS]) {
      t.match(
        servers,
        /^resolver 127\.0\.0\.11 [^;]*; server ([\w-]+:3000) resolve max_fails=1 fail_timeout=10s; server \1 resolve backup max_fails=0;$/,
      );
    }
    const values = await variables();
    const { GATEWAY_WRITE_SERVERS: write, GATEWAY_READ_SERVERS: readers } = values;
    const known = {
      ...rest,
      GATEWAY_WRITE_SERVERS: write,
      GATEWAY_READ_SERVERS: readers,
    };
    t.match(
      await checked(
        values.GATEWAY_TEMP_DIR,
        await renderGateway({
          ...known,
          GATEWAY_TEMP_DIR: values.GATEWAY_TEMP_DIR,
          GATEWAY_PID_FILE: values.GATEWAY_PID_FILE,
        }),
      ),
      /test is successful/,
    );
  });
}
