import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, defineTool, Limit, required, ServiceId } from './tool.js';

export const similarServices = defineTool({
  name: 'similar_services',
  title: 'Find similar paid APIs',
  description: 'Services that do much the same as a given one: alternatives if it fails or costs too much.',
  input: Type.Object(
    { id: ServiceId, limit: Type.Optional(Limit) },
    { additionalProperties: false, expected: 'an object with id' },
  ),
  output: Type.Object({ services: Type.Array(Type.Object({ id: ServiceSummary.properties.id })) }),
  async run(reads, { id, limit = defaultLimit }) {
    const services = required(await reads.findSimilar(id, limit)).map(summarize);
    return { text: services.map(summaryText).join('\n') || 'No service is similar.', data: { services } };
  },
});
