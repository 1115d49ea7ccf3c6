import { readFile } from 'node:fs/promises';

/** The process id and the port of the Postgres that runs on a data directory, from its pid file. */
export async function postgresOf(dataDir: string): Promise<{ pid: number; port: number }> {
  const [pid, , , port] = (await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  return { pid: Number(pid), port: Number(port) };
}
