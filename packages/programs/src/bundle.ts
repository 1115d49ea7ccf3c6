import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { bundleStart, ownPlaces } from './ownPlaces.js';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A module, and what it is written to together with all that it loads, both from the root. */
export interface Entry {
  in: string;
  /** Without its ending. */
  out: string;
}

/**
 * Puts what each of the modules loads into few files: most load some 1,500, which takes Node longer than all else at
 * its start. What they share is written once, into `chunks`, and what is loaded when it is first needed stays so.
 */
export async function bundle(
  entryPoints: readonly Entry[],
  chunks: string,
  options: Pick<BuildOptions, 'external' | 'sourcemap'> = {},
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
    banner: { js: bundleStart },
    plugins: [ownPlaces(root)],
    ...options,
  });
}
