import { type Candidate, type Finding, type RegistrationResults, readOriginRequest } from '@shirube/contracts';
import { readSettings } from '@shirube/service-kit/settings';
import { outboundBy, previewOrigin, registerCandidate } from '@shirube/trust/monitor';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { requireAccount } from '../stack/operator.js';
import { plainText } from '../terminal/format.js';

type Result = RegistrationResults['results'][number];

const outcomes: Record<Result['outcome'], string> = {
  registered: 'registered as',
  exists: 'is already registered as',
  waiting: 'waits for the operator to review it',
  faulty: 'cannot be registered',
};

export const sentences = (faults: readonly Finding[]) => faults.map(({ message }) => `  ${plainText(message)}`);
export const describeResult = ({ endpoint, outcome, id = '', faults }: Result): string =>
  [plainText(`${endpoint} ${outcomes[outcome]} ${id}`.trimEnd()), ...sentences(faults)].join('\n');
export const describeCandidate = ({ endpoint, registration, faults }: Candidate): string => {
  const price = registration?.pricing;
  const outcome = price ? `would be registered: ${price.pricePerRequest} ${price.currency}` : outcomes.faulty;
  return [plainText(`${endpoint} ${outcome}`), ...sentences(faults)].join('\n');
};

async function readOrigin(url: string) {
  if ('faults' in readOriginRequest({ url }))
    throw new CommandError('Give an http or https address, such as https://example.com.');
  return previewOrigin({ ...outboundBy(readSettings())(), url, signal: AbortSignal.timeout(60_000) });
}

export const register = defineCommand({
  path: 'register',
  summary: 'register everything an origin sells, from any of its addresses',
  notes: `Reads /openapi.json of the origin (operations with x-payment-info), otherwise /.well-known/x402.json and
/.well-known/x402, otherwise the 402 of the address itself. Valid resources are registered, unless the account already
has their endpoint. The faults of all others are reported. Exits with 1 if something cannot be registered.`,
  examples: ['shirube register https://api.example.com --dry-run', 'shirube register https://api.example.com/weather'],
  form: (command) =>
    command
      .argument('<URL>', 'any address of the origin')
      .option('--dry-run', 'say what would be registered; store nothing')
      .option('--account <ACCOUNT>', "account that owns the services; the operator's when left out"),
  async run(url, { dryRun = false, account }): Promise<Outcome> {
    const preview = await readOrigin(url);
    const { faults, candidates } = preview;
    const exitCode = candidates.every(({ registration }) => registration) ? 0 : 1;
    if (dryRun) {
      const text = [...sentences(faults), ...candidates.map(describeCandidate)].join('\n');
      return { data: preview, text, exitCode };
    }
    return withCatalog({ create: true }, async (catalog) => {
      const { database } = catalog;
      const { id: accountId } = await requireAccount(database, account);
      const results: Result[] = [];
      for (const candidate of candidates) results.push(await registerCandidate(candidate, { database, accountId }));
      await enqueueChanged(
        catalog,
        results.flatMap(({ outcome, id }) => (outcome === 'registered' && id ? id : [])),
      );
      const text = [...sentences(faults), ...results.map(describeResult)].join('\n');
      return { data: { faults, results }, text, exitCode };
    });
  },
});
