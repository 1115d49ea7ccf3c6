import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBase } from './imageBase.js';
import { run } from './run.js';
import { root } from './workspace.js';

// Separate from the images of this machine, because the base image reuses the name of a public one.
const storage = join(tmpdir(), 'shirube-image-check');
const inStorage = ['--root', join(storage, 'images'), '--runroot', join(storage, 'run')];
const isolated = ['--isolation', 'chroot'];

const help = `Usage: npm run image:check

Builds services/Dockerfile with buildah, which needs no Docker engine. Then it runs the directory in the image as the user
of the image, checks its health, and registers a service. Needs root, and buildah and debootstrap on PATH, which make the
base image. All files are kept in ${storage}.`;

if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
try {
  await check();
  console.log('The image was built, and its directory is healthy and registers a service as an ordinary user.');
} catch (error) {
  console.error(`The image does not work: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/**
 * @param {string} what
 * @param {string[]} args
 */
function buildah(what, ...args) {
  return run(what, 'buildah', [...inStorage, ...args]);
}

/** @param {string[]} args */
function printedBy(...args) {
  return spawnSync('buildah', [...inStorage, ...args], { encoding: 'utf8' }).stdout?.trim();
}

async function check() {
  const dockerfile = 'services/Dockerfile';
  const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, dockerfile), 'utf8')) ?? [];
  if (!printedBy('images', '--quiet', base)) await makeBase(base, buildah);
  const named = ['--pull-never', '-t', 'shirube', '-f', dockerfile];
  await buildah('Building the image', 'bud', ...isolated, ...named, '.');
  await buildah('Making a container', 'from', '--pull-never', '--name', 'shirube', 'shirube');
  try {
    const user = printedBy('run', ...isolated, 'shirube', '--', 'id', '-u');
    if (user !== '1000') throw new Error(`it runs as the user ${user}, not as 1000.`);
    await withDirectory(askForService);
  } finally {
    await buildah('Removing the container', 'rm', 'shirube');
  }
}

/**
 * Runs the command of the image for the duration of the work, which gets the address and the key that it prints.
 * @param {(url: string, key: string) => Promise<void>} work
 */
async function withDirectory(work) {
  const env = ['--env', 'HOST=127.0.0.1', '--env', 'PORT=0', '--env', 'DATA_DIR=/data'];
  const command = ['shirube', '--', 'node', 'services/standalone/dist/server.js'];
  console.error('Running the directory …');
  const child = spawn('buildah', [...inStorage, 'run', ...isolated, ...env, ...command], {
    // A separate process group, so that the signal reaches the directory itself.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  try {
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Ctrl-C stops it')) break;
    }
    const [, url = ''] = /runs at (http:\S+)/.exec(output) ?? [];
    const [key = ''] = /shk_[\w-]{43}/.exec(output) ?? [];
    if (!url || !key) throw new Error(`the directory did not start:\n${output}`);
    await work(url, key);
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  }
}

/**
 * @param {string} url
 * @param {string} key
 */
async function askForService(url, key) {
  const health = await fetch(`${url}/ready`);
  if (health.status !== 200) throw new Error(`/ready answers ${health.status}: ${await health.text()}`);
  const registered = await fetch(`${url}/api/services`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=10' },
    body: readFileSync(join(root, 'docs/operations/services.ndjson'), 'utf8').split('\n')[0] ?? '',
  });
  if (registered.status !== 201)
    throw new Error(`a registration answers ${registered.status}: ${await registered.text()}`);
  const found = await fetch(`${url}/api/catalog/search?q=weather`);
  const text = await found.text();
  if (JSON.parse(text).total !== 1) throw new Error(`a search does not find the service: ${text}`);
}
