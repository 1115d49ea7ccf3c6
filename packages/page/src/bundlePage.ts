import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { networks, verdicts } from '@shirube/domain';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { htmlName, type PageFile } from './pageFile.js';

const browser = fileURLToPath(new URL('../src/browser/', import.meta.url));

/** Returns a string literal that holds the JSON of a value. */
const asText = (value: unknown): string => JSON.stringify(JSON.stringify(value));

const options = {
  absWorkingDir: browser,
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  loader: { '.svg': 'file' },
  assetNames: '[name]-[hash]',
  // Tables of the contracts, without the schemas in the same modules.
  define: {
    NETWORK_NAMES: asText(networks.map(({ name }) => name)),
    VERDICT_KINDS: asText(verdicts),
  },
  outdir: 'assets',
  publicPath: '/assets',
  write: false,
} satisfies BuildOptions;

/** Bundles the server-side renderer of the same page. */
export async function bundleRenderer(): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...options, entryPoints: ['render.tsx'], platform: 'node', target: 'node20' });
  const script = outputFiles.find(({ path }) => path.endsWith('render.js'));
  if (!script) throw new Error('The renderer of the page was not built.');
  return script.contents;
}

/** Bundles the page from its sources: the document, and its assets under content-hashed names. */
export async function bundlePage({ minify }: { minify: boolean }): Promise<PageFile[]> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ['main.tsx', 'styles/main.css', 'styles/pages.css'],
    // Code that only some visitors need is loaded on demand.
    splitting: true,
    minify,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    sourcemap: minify ? false : 'inline',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
  });
  const assets = outputFiles.map(({ path, contents }) => ({
    name: `assets/${basename(path)}`,
    content: Buffer.from(contents),
  }));
  const template = await readFile(`${browser}/${htmlName}`, 'utf8');
  const html = template
    .replaceAll(/\{\{(\w+\.\w+)\}\}/g, (_, source: string) => `/${assetOf(assets, source)}`)
    .replace('{{preloads}}', importedBy(metafile, assetOf(assets, 'main.js')).map(preload).join(''));
  const manifest = {
    name: 'Shirube 標',
    short_name: 'Shirube',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [{ src: `/${assetOf(assets, 'mark.svg')}`, sizes: 'any', type: 'image/svg+xml' }],
  };
  return [
    { name: htmlName, content: Buffer.from(html) },
    { name: 'manifest.webmanifest', content: Buffer.from(JSON.stringify(manifest)) },
    ...(await Promise.all(
      ['favicon.ico', 'card.png'].map(async (name) => ({ name, content: await readFile(`${browser}/${name}`) })),
    )),
    ...assets,
  ];
}

const preload = (name: string): string => `<link rel="modulepreload" href="/assets/${name}">`;

/** Returns the static imports of a script. Preloading them with it saves a round trip. */
function importedBy({ outputs }: Metafile, script: string): string[] {
  const [, { imports = [] } = {}] = Object.entries(outputs).find(([path]) => basename(path) === basename(script)) ?? [];
  return imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
}

/** Returns the asset built from the given source, such as `main.css`. */
function assetOf(assets: readonly PageFile[], source: string): string {
  const [stem, extension] = source.split('.');
  const asset = assets.find(({ name }) => name.startsWith(`assets/${stem}-`) && name.endsWith(`.${extension}`));
  if (!asset) throw new Error(`${htmlName} refers to ${source}, which the page does not have.`);
  return asset.name;
}
