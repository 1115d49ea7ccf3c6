import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** What a bundle begins with: Node's `require`, for what is no module, and the place of the bundle. */
export const bundleStart = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), bundleUrl = import.meta.url;`;

const ownUrl = /\bimport\.meta\.url\b/g;
const ownPath = /\b__(?:dirname|filename)\b/;
const ownResolve = /\brequire\.resolve\b/g;

/**
 * Lets a module that has moved into a bundle find the files beside it where they are. Every bundle lies in a folder
 * three below the root, so that the way from there is the same for all of them.
 */
export const ownPlaces = (root: string): Plugin => ({
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const url = `new URL(${JSON.stringify(`../../../${relative(root, path)}`)}, bundleUrl)`;
      const paths = `var __filename = require('node:url').fileURLToPath(${url}), __dirname = require('node:path').dirname(__filename);`;
      const placed = text
        .replaceAll(ownUrl, `${url}.href`)
        .replaceAll(ownResolve, `requireFrom(${url}).resolve`);
      return {
        contents: ownPath.test(text) ? `${paths}${placed}` : placed,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
});
