import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { bundlePage, bundleRenderer } from './bundlePage.js';
import { builtPage, builtRenderer } from './pageAssets.js';

// Bundles the page and compresses it once at the highest level, so that serving it costs nothing.
const files = await bundlePage({ minify: true });
await rm(builtPage, { recursive: true, force: true });
for (const { name, content } of files) {
  const path = fileURLToPath(new URL(name, builtPage));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
await mkdir(new URL('.', builtRenderer), { recursive: true });
await writeFile(builtRenderer, await bundleRenderer());
