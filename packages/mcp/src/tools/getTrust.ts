import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { defineTool, required, ServiceId } from './tool.js';

export const getTrust = defineTool({
  name: 'get_trust',
  title: 'Get the parts of the trust of a paid API',
  description: 'The parts of the trust of one service, with their points and facts.',
  input: Type.Object({ id: ServiceId }, { additionalProperties: false, expected: 'an object with id' }),
  output: Type.Object({
    trustScore: Type.Integer(),
    ownerVerified: Type.Optional(Type.Unknown()),
    parts: Type.Unknown(),
  }),
  async run(reads, { id }) {
    const trust = required(await reads.findTrust(id));
    const parts = Object.entries(trust.parts).map(
      ([name, { points, weight, windowDays, facts }]) =>
        `${name}: ${points} of ${pluralize(weight, 'point')}${windowDays ? ` by the last ${pluralize(windowDays, 'day')}` : ''}; ${JSON.stringify(facts, (_name, fact) => fact ?? undefined)}`,
    );
    const { ownerVerified } = trust;
    const notes = [
      ownerVerified
        ? `Owner verified: by ${ownerVerified.how}, ${ownerVerified.at}.`
        : 'Its owner has not proven ownership.',
      ...(trust.isHeld ? ['An operator has set it. The parts do not change it.'] : []),
      ...(trust.isSimulated ? ['Sample data, not real checks.'] : []),
    ];
    return { text: [`Trust ${trust.trustScore}/100.`, ...notes, ...parts].join('\n'), data: trust };
  },
});
