/**
 * What TypeScript makes of a test file.
 * @param {string} file
 */
export const compiled = (file) => file.replace(/\btest\/(.*)\.ts$/, 'dist-test/$1.js');

/**
 * Whether a test file is bundled, so that it starts quickly. Those of the page are not: they load a browser and a bundler,
 * which find their own files beside them.
 * @param {string} file
 */
export const isBundled = (file) => file.endsWith('.ts') && !file.startsWith('packages/page/');

/**
 * What is run of a test file.
 * @param {string} file
 */
export const executable = (file) =>
  isBundled(file) ? `packages/programs/tests/${compiled(file).replaceAll('/', '+')}` : compiled(file);
