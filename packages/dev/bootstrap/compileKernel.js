import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

// Compiles the kernel that multiplies vectors, and writes it as a module that any bundle can contain.
const folder = new URL('../../language/src/vectors/', import.meta.url);
const { parseWat } = await wabt();
const kernel = parseWat('products.wat', await readFile(new URL('products.wat', folder), 'utf8'), { simd: true });
const code = Buffer.from(kernel.toBinary({}).buffer).toString('base64');
await writeFile(new URL('kernelCode.ts', folder), `export const kernelCode = '${code}';\n`);
