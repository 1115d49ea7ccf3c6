import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type Plugin, transform } from 'esbuild';

/** The banner of a bundle: Node's `require` for CommonJS code, and a helper for the original paths of its modules. */
export const bundleBanner = `import { createRequire as __requireFrom } from 'node:module';
import { dirname as __folderOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __requireFrom(import.meta.url);
const __pathsOf = (file, url = new URL(file, import.meta.url), path = __pathOf(url)) =>
  ({ url: url.href, path, folder: __folderOf(path) });`;

const define = {
  'import.meta.url': '__modulePaths.url',
  __filename: '__modulePaths.path',
  __dirname: '__modulePaths.folder',
};
const usesOwnPath = (text: string) => Object.keys(define).some((name) => text.includes(name));

/**
 * Lets a bundled module find the files next to its original location. Every bundle is in a folder three levels below
 * the root, so that the relative path to the root is the same for all of them.
 */
export const preserveModulePaths = (root: string): Plugin => ({
  name: 'preserve module paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!usesOwnPath(text)) return undefined;
      const { code } = await transform(text, { define, loader: path.endsWith('.ts') ? 'ts' : 'js' });
      const original = JSON.stringify(`../../../${relative(root, path)}`);
      return { contents: `var __modulePaths = __pathsOf(${original});\n${code}`, loader: 'js' };
    });
  },
});
