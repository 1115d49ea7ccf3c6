import { typeDeclarations } from './typeDeclarations.js';

process.stdout.write(typeDeclarations());
