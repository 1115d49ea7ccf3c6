import { compileFaults, faultSentences, integer } from '@shirube/contracts';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { DirectoryReads } from '../directoryReads.js';

export const defaultLimit = 5;

/** The number of services that a search tool returns. It is small, because each one takes up context window. */
export const Limit = integer(1, 20, { default: defaultLimit, description: 'How many services to return.' });

export const ServiceId = Type.String({
  description: 'As a search returned it.',
  expected: 'the id of a service, as a search returned it',
});

/** Returns what was found. Throws a ToolFault that says where ids come from if nothing was. */
export function required<Found>(found: Found | undefined): Found {
  if (found === undefined)
    throw new ToolFault('There is no service with this id. Take the id from find_services or search_keywords.');
  return found;
}

/** A failure of a tool whose message is meant for the caller. */
export class ToolFault extends Error {
  override name = 'ToolFault';
}

/** The result of a tool: a short text for the model, and the same as data. */
export interface ToolAnswer<Output> {
  text: string;
  data: Output;
}

interface ToolDefinition<Input extends TObject, Output extends TObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  run(reads: DirectoryReads, args: Static<Input>): Promise<ToolAnswer<Static<Output>>>;
}

export interface Tool extends Omit<ToolDefinition<TObject, TObject>, 'run'> {
  /** Validates the arguments and runs the tool. Rejects with ToolFault if the caller can correct the error. */
  call(reads: DirectoryReads, args: unknown): Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Creates a tool that validates its arguments against its schema before it runs, and reports all faults. */
export function defineTool<Input extends TObject, Output extends TObject>({
  run,
  ...tool
}: ToolDefinition<Input, Output>): Tool {
  const faultsOf = compileFaults(tool.input);
  return {
    ...tool,
    async call(reads, args = {}) {
      const faults = faultsOf(args);
      if (faults) throw new ToolFault(faultSentences(faults).join(' '));
      return run(reads, args as Static<Input>);
    },
  };
}
