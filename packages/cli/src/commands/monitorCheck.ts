import type { Check, PaymentTerms } from '@shirube/contracts';
import { verdicts } from '@shirube/domain';
import { listenForChecks, type RequestOutcome, requestCheck } from '@shirube/trust';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireService } from '../stack/operator.js';
import { facts, plainText } from '../terminal/format.js';
import { startProgress } from '../terminal/progress.js';

const patienceSeconds = 60;

const refusals: Record<Exclude<RequestOutcome['outcome'], 'requested' | 'checked'>, string> = {
  not_found: 'There is no service with this id.',
  removed: 'This service was removed from the catalog.',
  not_owner: 'This service belongs to another account.',
  opted_out: 'Its host has opted out of checks, and is not called for a week.',
  simulated: 'This service is sample data, and is never checked.',
  no_monitor: 'No monitor is running: start Shirube, or the monitor, with MONITOR=on.',
  paused: 'The monitors are paused. shirube monitor resume resumes them.',
  self_outage: 'The monitor is offline itself, so it cannot check anything: check its network and its name servers.',
};

const describeTerms = ({ network, payTo, price, currency, asset }: PaymentTerms): string =>
  plainText([price, currency ?? asset, network && `on ${network}`, payTo && `to ${payTo}`].filter(Boolean).join(' '));

function describeCheck(status: string, check: Check): string {
  const { verdict, detail, method, httpStatus, durationMs, declared, observed } = check;
  return facts([
    ['verdict', detail ? `${verdict} (${detail})` : verdict],
    ['status', status],
    ['asked', method ? `${method}, answered ${httpStatus} in ${durationMs} ms` : 'no response'],
    ['registered', describeTerms(declared)],
    ['asked for', describeTerms(observed) || 'nothing'],
  ]);
}

export const monitorCheck = defineCommand({
  path: 'monitor check',
  summary: 'check a service now',
  notes:
    'The check runs soon. A service that was checked less than a minute ago is not called again. Exits with 1 when the service does not ask for the registered terms.',
  examples: ['shirube monitor check 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id, { json = false }) =>
    withCatalog({}, async ({ database }) => {
      await requireService(database, id);
      const listener = listenForChecks(database);
      const progress = startProgress('seconds waited', { quiet: json });
      const started = Date.now();
      const timer = setInterval(() => {
        const waited = Math.round((Date.now() - started) / 1000);
        progress.advance(waited, waited / patienceSeconds);
      }, 1000);
      try {
        const request = await requestCheck(database, id);
        const isNew = request.outcome === 'requested';
        if (!isNew && request.outcome !== 'checked') throw new CommandError(refusals[request.outcome]);
        const check = isNew ? await listener.wait(id, request.since, patienceSeconds * 1000) : request.check;
        if (!check) throw new CommandError(`The check did not finish within ${patienceSeconds} s.`);
        const { status } = await requireService(database, id);
        return {
          data: { id, status, isNew, check },
          text: [
            describeCheck(status, check),
            ...(isNew ? [] : [`This result is from a moment ago. The next check is possible in ${request.seconds} s.`]),
          ].join('\n\n'),
          exitCode: verdicts[check.verdict] === 'good' ? 0 : 1,
        };
      } finally {
        clearInterval(timer);
        progress.end();
        await listener.close();
      }
    }),
});
