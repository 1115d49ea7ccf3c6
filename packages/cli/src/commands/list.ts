import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type DirectoryClient, ProblemError } from '@shirube/client';
import type { AccountChallenge, ProvenAccount } from '@shirube/contracts';
import { Option } from '../commandLine/index.js';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { plainText } from '../terminal/format.js';
import { describeCandidate, describeResult, sentences } from './register.js';

const askEveryMs = 5_000;
const directory = new Option('--directory <URL>', 'address of the directory').default('http://127.0.0.1:3000');

/** Says how to prove what a challenge asks for. */
function describeChallenge({ token, ways, message, expiresAt }: AccountChallenge): string {
  const lines = ways.map((way) => {
    if (way.way === 'well-known') return `Serve this token as text at ${way.url}:\n  ${token}`;
    if (way.way === 'dns') return `Or publish it as a TXT record of ${way.name}.`;
    return `Or sign this message with ${way.address}, and give it with --challenge and --signature:\n${message}`;
  });
  const text = [`Prove that it is yours, until ${expiresAt}.`, ...lines].join('\n');
  // A signature is of every line of the message.
  return text.split('\n').map(plainText).join('\n');
}

/** Turns answers of the directory, and its silence, into errors of the command. */
const explained = <T>(baseUrl: string, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    // What fetch throws says nothing about the address.
    if (error instanceof TypeError) throw new CommandError(`No directory answers at ${baseUrl}: give its --directory.`);
    throw error instanceof ProblemError ? new CommandError(error.message) : error;
  });

/** Asks again until a token is found, or the challenge expires. */
async function awaitProof(client: DirectoryClient, challenge: AccountChallenge): Promise<ProvenAccount> {
  const ways = challenge.ways.flatMap(({ way }) => (way === 'signature' ? [] : way));
  let found = '';
  while (Date.now() < Date.parse(challenge.expiresAt)) {
    for (const way of ways) {
      try {
        return await client.proveAccount(challenge.id, { way });
      } catch (error) {
        if (!(error instanceof ProblemError) || ![422, 429, 503].includes(error.status)) throw error;
        if (error.message !== found && way === 'well-known') {
          found = error.message;
          process.stderr.write(`${plainText(found)}\n`);
        }
      }
    }
    await delay(askEveryMs);
  }
  throw new CommandError('The challenge has expired: run the command again.');
}

export const list = defineCommand({
  path: 'list',
  summary: 'list what a URL sells in a directory: check it, prove that it is yours, list all',
  notes: `Works against any directory, without access to its data. Without --key it shows what was found, opens an account by a
proof, and waits until the proof is there; then it prints the key, once. With --key, or SHIRUBE_KEY, it lists at once.`,
  examples: [
    'shirube list https://api.example.com --directory https://directory.example',
    'shirube list https://api.example.com/weather --key shk_…',
    'shirube list https://api.example.com --challenge ID --signature 0x…',
  ],
  form: (command) =>
    command
      .argument('<URL>', 'any address of what you sell')
      .addOption(directory)
      .addOption(new Option('--key <KEY>', 'a key of your account').env('SHIRUBE_KEY'))
      .option('--challenge <ID>', 'the challenge that a signature is for')
      .option('--signature <TEXT>', 'the signature of its message'),
  async run(url, { directory: baseUrl, key, challenge: id, signature }): Promise<Outcome> {
    const client = createClient({ baseUrl });
    let account: ProvenAccount | undefined;
    if (key === undefined) {
      account = await explained(
        baseUrl,
        id !== undefined && signature !== undefined ? client.proveAccount(id, { signature }) : openAccount(client, url),
      );
    }
    const used = key ?? account?.key ?? '';
    const { faults, results } = await explained(baseUrl, client.registerOrigin({ url }, { key: used }));
    const text = [
      ...(account ? [`Your account is ${account.account.name}. Its key, which is shown only now: ${account.key}`] : []),
      ...sentences(faults),
      ...results.map(describeResult),
    ].join('\n');
    const exitCode = results.some(({ outcome }) => outcome !== 'faulty') ? 0 : 1;
    return { data: { ...(account ? { account } : {}), faults, results }, text, exitCode };
  },
});

async function openAccount(client: DirectoryClient, url: string): Promise<ProvenAccount> {
  const { faults, candidates } = await client.previewRegistrations({ url });
  process.stderr.write(`${[...sentences(faults), ...candidates.map(describeCandidate)].join('\n')}\n`);
  const [sold] = candidates.flatMap(({ registration }) => registration ?? []);
  const challenge = await client.openAccount({ url: sold?.endpoint ?? url, ...sold?.x402Config });
  process.stderr.write(`${describeChallenge(challenge)}\n`);
  process.stderr.write(`Waiting for the proof (challenge ${challenge.id}) …\n`);
  return awaitProof(client, challenge);
}
