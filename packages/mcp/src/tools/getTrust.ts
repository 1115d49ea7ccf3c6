import { Type } from '@sinclair/typebox';
import { required, ServiceId } from './serviceId.js';
import { defineTool } from './tool.js';

export const getTrust = defineTool({
  name: 'get_trust',
  title: 'Get what the trust of a paid API is made of',
  description: 'The parts of the trust of one service, each with its points and the facts behind it.',
  input: Type.Object({ id: ServiceId }, { additionalProperties: false, expected: 'an object with id' }),
  output: Type.Object({ trustScore: Type.Integer(), parts: Type.Unknown() }),
  async run(reads, { id }) {
    const trust = required(await reads.findTrust(id));
    const parts = Object.entries(trust.parts).map(
      ([name, { points, weight, facts }]) => `${name}: ${points} of ${weight} points; ${JSON.stringify(facts)}`,
    );
    const notes = [
      ...(trust.isHeld ? ['An operator has set it, whatever the parts say.'] : []),
      ...(trust.isSimulated ? ['Sample data: nobody has checked.'] : []),
    ];
    return { text: [`Trust ${trust.trustScore}/100.`, ...notes, ...parts].join('\n'), data: trust };
  },
});
