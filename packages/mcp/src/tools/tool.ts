import { compileFaults, faultSentences } from '@shirube/contracts';
import type { Static, TObject } from '@sinclair/typebox';
import type { DirectoryReads } from '../directoryReads.js';

/** A tool cannot answer, for a reason that its caller should read. */
export class ToolFault extends Error {
  override name = 'ToolFault';
}

/** What a tool answers: a short text for the model, and the same as data. */
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
  run(reads: DirectoryReads, given: Static<Input>): Promise<ToolAnswer<Static<Output>>>;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TObject;
  output: TObject;
  /** Checks the arguments and runs the tool; rejects with ToolFault where the caller can do something about it. */
  call(reads: DirectoryReads, given: unknown): Promise<ToolAnswer<Record<string, unknown>>>;
}

/** A tool whose arguments are checked against its schema, every fault named, before it runs. */
export function defineTool<Input extends TObject, Output extends TObject>({
  run,
  ...tool
}: ToolDefinition<Input, Output>): Tool {
  const faultsOf = compileFaults(tool.input);
  return {
    ...tool,
    async call(reads, given = {}) {
      const faults = faultsOf(given);
      if (faults) throw new ToolFault(faultSentences(faults).join(' '));
      return run(reads, given as Static<Input>);
    },
  };
}
