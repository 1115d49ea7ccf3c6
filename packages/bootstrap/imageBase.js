import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.js';

/**
 * Makes an image like the one that the Dockerfile begins with, from Debian's packages and from npm, for machines that
 * reach no registry of images: a minimal Debian, Node.js with npm, and the user `node`.
 * @param {string} name such as node:22-bookworm-slim
 * @param {(what: string, ...args: string[]) => Promise<void>} buildah
 */
export async function makeBase(name, buildah) {
  const [, major = '', suite = ''] = /:(\d+)-(\w+)/.exec(name) ?? [];
  const work = mkdtempSync(join(tmpdir(), 'shirube-base-'));
  const base = join(work, 'base');
  try {
    await run('Making a minimal Debian', 'debootstrap', ['--variant=minbase', suite, base]);
    await unpack(`node-linux-${process.arch}@${major}`, join(base, 'usr/local'));
    const npm = join(base, 'usr/local/lib/node_modules/npm');
    await unpack('npm@10', npm);
    for (const program of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(base, 'usr/local/bin', program));
    }
    addUser(base);
    const certificates = trustedCertificates(base);
    await buildah('Packing the base', 'from', '--name', 'base', 'scratch');
    await buildah('Copying', 'copy', '--quiet', 'base', base, '/');
    await buildah('Describing', 'config', ...certificates, '--cmd', 'node', 'base');
    await buildah('Committing', 'commit', '--quiet', '--rm', 'base', `docker.io/library/${name}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Puts a package of npm into a folder.
 * @param {string} spec
 * @param {string} folder
 */
async function unpack(spec, folder) {
  const place = mkdtempSync(join(tmpdir(), 'shirube-pack-'));
  try {
    await run(`Fetching ${spec}`, 'npm', ['pack', '--silent', '--pack-destination', place, spec]);
    mkdirSync(folder, { recursive: true });
    execFileSync('sh', ['-c', `tar -xzf "$0"/*.tgz -C "$1" --strip-components=1`, place, folder]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {string} base */
function addUser(base) {
  appendFileSync(join(base, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n');
  appendFileSync(join(base, 'etc/group'), 'node:x:1000:\n');
  mkdirSync(join(base, 'home/node'));
  chownSync(join(base, 'home/node'), 1000, 1000);
}

/**
 * Where this machine trusts further certificates, as behind a proxy, so must the programs that build the image.
 * @param {string} base
 */
function trustedCertificates(base) {
  const given = process.env.NODE_EXTRA_CA_CERTS;
  if (!given || !existsSync(given)) return [];
  copyFileSync(given, join(base, 'etc/trusted.pem'));
  return ['--env', 'NODE_EXTRA_CA_CERTS=/etc/trusted.pem'];
}
