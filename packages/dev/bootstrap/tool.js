import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.js';
import { root } from './workspace.js';

// node packages/dev/bootstrap/tool.js FILE [argument …]: runs a built program of the workspace in the same process, after
// installing and building what is missing. This way every command works in a fresh clone with npm alone.
const [node = '', , file = '', ...args] = process.argv;
await prepare();
const program = join(root, file);
process.argv = [node, program, ...args];
await import(pathToFileURL(program).href);
