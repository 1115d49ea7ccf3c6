import type { Program } from '@shirube/processes';
import type { Part } from './part.js';

/** Makes the parts of one stack, and reports each once it runs. */
export interface Workshop {
  directory: string;
  part(program: Program): Part;
  started(name: string, starting: Promise<unknown>): Promise<void>;
}
