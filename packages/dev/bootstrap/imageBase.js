import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.js';

/**
 * Builds a replacement for the base image of the Dockerfile from Debian packages and npm, for machines without access
 * to an image registry: a minimal Debian, Node.js with npm, and the user `node`.
 * @param {string} name such as node:22-bookworm-slim
 * @param {(what: string, ...args: string[]) => Promise<void>} buildah
 */
export async function makeBase(name, buildah) {
  const [, major = '', suite = ''] = /:(\d+)-(\w+)/.exec(name) ?? [];
  const base = mkdtempSync(join(tmpdir(), 'shirube-base-'));
  const node = `node-linux-${process.arch}@${major}`;
  // If this machine trusts additional certificates, as behind a proxy, the image build must trust them too.
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  try {
    await run('Creating a minimal Debian', 'debootstrap', ['--variant=minbase', suite, base]);
    await run('Adding Node.js', 'npm', ['install', '-g', '--prefix', join(base, 'usr/local'), node, 'npm@10']);
    execFileSync('chroot', [base, 'useradd', '--create-home', '--uid', '1000', 'node']);
    if (trusted) copyFileSync(trusted, join(base, 'etc/trusted.pem'));
    // npm derives its prefix from the location of node, which is inside an npm package here.
    const env = ['--env', 'NPM_CONFIG_PREFIX=/usr/local'];
    if (trusted) env.push('--env', 'NODE_EXTRA_CA_CERTS=/etc/trusted.pem');
    await buildah('Packing the base', 'from', '--name', 'base', 'scratch');
    await buildah('Copying', 'copy', '--quiet', 'base', base, '/');
    await buildah('Describing', 'config', ...env, '--cmd', 'node', 'base');
    await buildah('Committing', 'commit', '--quiet', '--rm', 'base', `docker.io/library/${name}`);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
