import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unlessDone } from './fingerprint.js';
import { run } from './run.js';
import { manifest, members, root } from './workspace.js';

/** Installs the dependencies of the lockfile, unless that has been done. */
export async function install() {
  await unlessDone('installed', { input: describingFiles(), present: true }, async () => {
    const [command, ...args] = await pnpm();
    await run('Installing dependencies', command, [
      ...args,
      'install',
      '--frozen-lockfile',
      '--config.confirm-modules-purge=false',
    ]);
  });
}

function describingFiles() {
  const manifests = [...members(), '.'].map((member) => join(member, 'package.json'));
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests];
  return [process.platform, process.arch, ...files.map((file) => readFileSync(join(root, file), 'utf8'))];
}

/**
 * Returns the command of an installed pnpm with the right major version, or else of the version in package.json by npx.
 * @returns {Promise<[string, ...string[]]>}
 */
async function pnpm() {
  const wanted = manifest.packageManager.replace(/^pnpm@/, '');
  // Run outside the checkout, where pnpm does not switch to the version that the checkout asks for.
  const found = await promisify(execFile)('pnpm', ['--version'], { cwd: tmpdir(), timeout: 60_000 }).catch(
    () => undefined,
  );
  const major = found?.stdout.trim().split('.')[0];
  return major === wanted.split('.')[0] ? ['pnpm'] : ['npx', '--yes', `pnpm@${wanted}`];
}
