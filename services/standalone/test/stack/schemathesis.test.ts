import { temporaryDirectory } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startDirectory } from '../http/startDirectory.js';
import { explanations } from './schemathesis/explained.js';
import { runSchemathesis } from './schemathesis/runSchemathesis.js';

/**
 * The minimum number of cases. By default they are the same in every run, with one request each. If a number is given,
 * they are different in every run and include sequences of requests.
 */
const requestedCases = Number(process.env.SCHEMATHESIS_CASES ?? 0);
const cases = requestedCases || 200;
const operations = 61;

// Far more than needed, because schemathesis is slow on a busy machine.
t.setTimeout(900_000 + cases * 500);

async function conform(t: Test, base: string, args: readonly string[]): Promise<void> {
  const report = await runSchemathesis(base, {
    directory: await temporaryDirectory(t),
    examples: Math.ceil(cases / operations),
    args: [...args, ...(requestedCases ? [] : ['--generation-deterministic', '--phases=examples,coverage,fuzzing'])],
  });
  if (!report) {
    t.pass('what the document says', { skip: 'schemathesis is not on PATH' });
    return;
  }
  const unexplained = report.findings.filter((finding) => !explanations.some(({ covers }) => covers(finding)));
  t.strictSame(unexplained.slice(0, 20), [], `${unexplained.length} findings without an explanation`);
  t.strictSame(report.errors, [], 'nothing was left untested');
  t.ok(report.cases >= cases, `${report.cases} cases`);
}

const { client } = await startDirectory(t);
await t.test('the directory does what its OpenAPI document says, asked without a key', (t) =>
  conform(t, client.base, []),
);
await t.test('the directory does what its OpenAPI document says, asked with a key', (t) =>
  conform(t, client.base, [`--header=Authorization: Bearer ${client.key}`]),
);
