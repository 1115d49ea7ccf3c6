import { createRegistrar } from '@shirube/catalog';
import { type Candidate, type Finding, originRequestFaults, type RegistrationResults } from '@shirube/contracts';
import { previewOrigin, registerCandidate } from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { outboundRequest, userAgentOf } from '@shirube/trust/monitor';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { requireAccount } from '../stack/requireAccount.js';
import { plainText } from '../terminal/table.js';

type Result = RegistrationResults['results'][number];

const outcomes: Record<Result['outcome'], string> = {
  registered: 'registered as',
  exists: 'is registered already as',
  faulty: 'cannot be registered',
};

const sentences = (faults: readonly Finding[]) => faults.map(({ message }) => plainText(`  ${message}`));
const describeResult = ({ endpoint, outcome, id = '', faults }: Result): string =>
  [plainText(`${endpoint} ${outcomes[outcome]} ${id}`.trimEnd()), ...sentences(faults)].join('\n');
const describeCandidate = ({ endpoint, registration, faults }: Candidate): string => {
  const price = registration?.pricing;
  const said = price ? `would be registered: ${price.pricePerRequest} ${price.currency}` : outcomes.faulty;
  return [plainText(`${endpoint} ${said}`), ...sentences(faults)].join('\n');
};

async function readOrigin(url: string) {
  if (originRequestFaults({ url }))
    throw new CommandError('Give an http or https address, such as https://example.com.');
  const settings = readSettings();
  const { EXPORT_SOURCE, PUBLIC_URL = 'http://127.0.0.1:3000' } = settings;
  const signal = AbortSignal.timeout(60_000);
  return previewOrigin({
    request: outboundRequest(settings),
    userAgent: userAgentOf(EXPORT_SOURCE, PUBLIC_URL),
    url,
    signal,
  });
}

export const command = defineCommand({
  path: 'register',
  summary: 'register what an origin sells, by any of its addresses',
  notes: `Reads /openapi.json of the origin (operations with x-payment-info), else /.well-known/x402.json and
/.well-known/x402, else the 402 of the address itself. What is sound is registered, unless the account has its endpoint
already; of the rest every fault is told. Exits with 1 when something cannot be registered.`,
  examples: ['shirube register https://api.example.com --dry-run', 'shirube register https://api.example.com/weather'],
  form: (command) =>
    command
      .argument('<URL>', 'any address of the origin')
      .option('--dry-run', 'say what would be registered; store nothing')
      .option('--account <ACCOUNT>', "whose the services become; the operator's when left out"),
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
      const register = createRegistrar(database);
      const results: Result[] = [];
      for (const candidate of candidates)
        results.push(await registerCandidate(candidate, { database, register, accountId }));
      await enqueueChanged(
        catalog,
        results.flatMap(({ outcome, id }) => (outcome === 'registered' && id ? id : [])),
      );
      const text = [...sentences(faults), ...results.map(describeResult)].join('\n');
      return { data: { faults, results }, text, exitCode };
    });
  },
});
