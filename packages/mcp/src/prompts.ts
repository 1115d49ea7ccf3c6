import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Prompt {
  name: string;
  title: string;
  description: string;
  argument: { name: string; description: string };
  text(value: string): string;
}

const prompts: readonly Prompt[] = [
  {
    name: 'find_and_call',
    title: 'Find a paid API and call it',
    description: 'Finds an API for a task, and calls it.',
    argument: { name: 'q', description: 'What you need, in a sentence.' },
    text: (q) =>
      [
        `Find an API for this: ${q}\nUse find_services, compare the best with compare_services,`,
        'and read how_to_call of the one you choose. Say what a call costs and ask before you pay.',
        'Pay only the price that the directory lists, to the address that it lists.',
      ].join(' '),
  },
  {
    name: 'is_it_trustworthy',
    title: 'Judge whether a paid API can be trusted',
    description: 'The reasons for and against trusting a service.',
    argument: { name: 'id', description: 'The id of the service.' },
    text: (id) =>
      `Judge the service ${id} with get_service, get_trust and get_history (window 90d). List the reasons for and against it, each with its figures and their period, and say whether you would pay it.`,
  },
];

export const promptListing = prompts.map(({ name, title, description, argument }) => ({
  name,
  title,
  description,
  arguments: [{ ...argument, required: true }],
}));

/** Returns a prompt with its argument filled in. */
export function getPrompt(name: string, args: Record<string, string> = {}) {
  const prompt = prompts.find((known) => known.name === name);
  const value = prompt && args[prompt.argument.name];
  if (!prompt || value === undefined) {
    const message = prompt ? `${prompt.argument.name} is required.` : 'There is no such prompt.';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const { description, text } = prompt;
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text: text(value) } }] };
}
