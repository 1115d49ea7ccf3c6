import { findChallenge, issueChallenge, noteProof, noteUnproven } from '@shirube/catalog';
import { type OwnerClaim, readOwnerProof } from '@shirube/contracts';
import { describeChallenge, dnsServersOf, outboundBy, proofFault } from '@shirube/trust/monitor';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { actor, requireService } from '../stack/operator.js';
import { plainText } from '../terminal/format.js';

const proofMs = 15_000;

const describeClaim = ({ wellKnown, dns, signature, expiresAt }: OwnerClaim): string =>
  [
    `Do one of these before ${expiresAt}, then run the command again with --proof.`,
    `\n--proof well-known: serve at ${wellKnown.url}\n${JSON.stringify(wellKnown.content)}`,
    ...(dns ? [`\n--proof dns: publish\n${dns.name} TXT "${dns.value}"`] : []),
    ...(signature
      ? [
          `\n--proof signature --signature …: sign with ${signature.address} (${signature.scheme})\n${signature.message}`,
        ]
      : []),
  ].join('\n');

export const claim = defineCommand({
  path: 'claim',
  summary: 'prove that the account of a service owns it',
  notes: `Without --proof it says what to do: serve a token at /.well-known/shirube.json, publish a TXT record, or sign a
message with the payment address. One is enough. A proof that is not valid changes nothing.`,
  examples: ['shirube claim ID', 'shirube claim ID --proof dns', 'shirube claim ID --proof signature --signature 0x…'],
  form: (command) =>
    command
      .argument('<ID>', 'id of the service')
      .option('--proof <HOW>', 'check the proof: well-known, dns or signature')
      .option('--signature <SIGNATURE>', 'the signature, for --proof signature'),
  run: (id, { proof: how, signature }): Promise<Outcome> =>
    withCatalog({}, async (catalog) => {
      const { database, settings } = catalog;
      await requireService(database, id);
      const source = settings.EXPORT_SOURCE;
      if (how === undefined) {
        const issued = await issueChallenge(database, id, {});
        if (issued.outcome !== 'done' || !issued.challenge) throw new CommandError('The service was removed.');
        const claim = describeChallenge(issued.challenge, source);
        return { data: claim, text: describeClaim(claim).split('\n').map(plainText).join('\n') };
      }
      const read = readOwnerProof({ how, ...(signature === undefined ? {} : { signature }) });
      if ('faults' in read)
        throw new CommandError('Give --proof well-known, --proof dns, or --proof signature with --signature.');
      const found = await findChallenge(database, id, {});
      if (found.outcome !== 'done' || !found.challenge)
        throw new CommandError('There is no valid challenge: run the command without --proof.');
      const fault = await proofFault(found.challenge, read.value, {
        ...outboundBy(settings)(),
        dnsServers: dnsServersOf(settings),
        source,
        signal: AbortSignal.timeout(proofMs),
      });
      if (fault !== undefined) {
        await noteUnproven(database, found.challenge, read.value.how, fault, actor);
        throw new CommandError(fault);
      }
      const service = await noteProof(database, found.challenge, read.value.how, actor);
      if (!service)
        throw new CommandError('The service has changed in the meantime: run the command again without --proof.');
      await enqueueChanged(catalog, [id]);
      return { data: service, text: `Owner verified by ${read.value.how}.` };
    }),
});
