import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBase } from './imageBase.js';
import { run } from './run.js';
import { root } from './workspace.js';

const help = `Usage: npm run image:check

Builds services/Dockerfile with buildah, which needs no Docker engine, runs the directory in it as the user it names, and
asks it for its health and for a registration. Needs root and buildah on PATH; the base image is made with debootstrap,
and kept with everything else in ${storage()}.`;

if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
try {
  await check();
  console.log(
    'The image was built, and its directory is healthy and registers a service as an ordinary user.',
  );
} catch (error) {
  console.error(`The image does not work: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** Apart from the images of this machine, as the base has the name of another. */
function storage() {
  return join(tmpdir(), 'shirube-image-check');
}

/** @param {string[]} args */
function inStorage(...args) {
  return ['--root', join(storage(), 'images'), '--runroot', join(storage(), 'run'), ...args];
}

/**
 * @param {string} what
 * @param {string[]} args
 */
function buildah(what, ...args) {
  return run(what, 'buildah', inStorage(...args));
}

async function check() {
  const dockerfile = 'services/Dockerfile';
  const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, dockerfile), 'utf8')) ?? [];
  requireProgram('buildah');
  if (!isThere(base)) {
    requireProgram('debootstrap');
    await makeBase(base, buildah);
  }
  const isolated = ['--isolation', 'chroot'];
  await buildah(
    'Building the image',
    'bud',
    ...isolated,
    '--pull-never',
    '-t',
    'shirube',
    '-f',
    dockerfile,
    '.',
  );
  await buildah('Making a container', 'from', '--pull-never', '--name', 'shirube', 'shirube');
  try {
    const user = execFileSync('buildah', inStorage('run', ...isolated, 'shirube', '--', 'id', '-u'), {
      encoding: 'utf8',
    });
    if (user.trim() !== '1000') throw new Error(`it runs as the user ${user.trim()}, not as 1000.`);
    await withDirectory(isolated, askForService);
  } finally {
    await buildah('Removing the container', 'rm', 'shirube');
  }
}

/** @param {string} name */
function requireProgram(name) {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
  } catch {
    throw new Error(`${name} is not on PATH.`);
  }
}

/** @param {string} image */
function isThere(image) {
  try {
    return (
      execFileSync('buildah', inStorage('images', '--quiet', image), { encoding: 'utf8', stdio: 'pipe' }) !==
      ''
    );
  } catch {
    return false;
  }
}

/**
 * Runs the command of the image for as long as the work lasts, with the address and the key that it shows.
 * @param {string[]} isolated
 * @param {(url: string, key: string) => Promise<void>} work
 */
async function withDirectory(isolated, work) {
  const env = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${await freePort()}`, '--env', 'DATA_DIR=/data'];
  const command = ['node', 'services/standalone/dist/server.js'];
  console.error('Running the directory …');
  const child = spawn('buildah', inStorage('run', ...isolated, ...env, 'shirube', '--', ...command), {
    // A group of its own, so that the signal reaches the directory itself.
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
    body: JSON.stringify({
      name: 'Tokyo Weather',
      description: 'Hourly weather forecast for Tokyo',
      endpoint: 'https://api.example.com/weather',
      category: 'weather',
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
    }),
  });
  if (registered.status !== 201)
    throw new Error(`a registration answers ${registered.status}: ${await registered.text()}`);
  const found = await fetch(`${url}/api/catalog/search?q=weather`);
  const text = await found.text();
  if (JSON.parse(text).total !== 1) throw new Error(`a search does not find the service: ${text}`);
}

/** A port of the loopback interface that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
