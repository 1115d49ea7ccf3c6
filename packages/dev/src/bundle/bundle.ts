import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { bundleBanner, preserveModulePaths } from './preserveModulePaths.js';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A module and its bundle, both as paths relative to the root. */
export interface Entry {
  in: string;
  /** Without its extension. */
  out: string;
}

/**
 * Bundles each module with its imports into a few files. Most modules load some 1,500 files, which takes longer than
 * everything else when Node starts. Shared code is written once, into `chunks`. Dynamic imports stay lazy.
 */
export async function bundle(
  entryPoints: readonly Entry[],
  chunks: string,
  options: Pick<BuildOptions, 'external' | 'outdir' | 'sourcemap' | 'sourcesContent'> = {},
): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: '.',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: `${chunks}/[name]-[hash]`,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: bundleBanner },
    plugins: [preserveModulePaths(root)],
    ...options,
  });
}
