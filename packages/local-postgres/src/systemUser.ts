import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const created = 'shirube';

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Returns the user that Postgres runs as when started by root, which Postgres refuses: `postgres` if it exists,
 * otherwise a user created for it.
 */
export async function unprivilegedUser(): Promise<SystemUser> {
  const existing = (await lookUp('postgres')) ?? (await lookUp(created));
  if (existing) return existing;
  const failure = await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', created])
    .then(() => undefined)
    .catch((error: unknown) => error);
  const user = await lookUp(created);
  if (user) return user;
  throw new Error(
    'Postgres does not run as root and no system user could be created for it: start as an ordinary user.',
    { cause: failure },
  );
}

/** Whether the user may execute the file or enter the directory. */
export function canReach(user: SystemUser, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
