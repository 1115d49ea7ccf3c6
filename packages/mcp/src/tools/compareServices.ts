import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText, uptimeText } from '../serviceSummary.js';
import { defineTool, required, ServiceId } from './tool.js';

export const compareServices = defineTool({
  name: 'compare_services',
  title: 'Compare paid APIs',
  description: 'Two to five services side by side: price, chain, trust, uptime, payments.',
  input: Type.Object(
    { ids: Type.Array(ServiceId, { minItems: 2, maxItems: 5, uniqueItems: true, expected: 'two to five ids' }) },
    { additionalProperties: false, expected: 'an object with ids' },
  ),
  output: Type.Object({ services: Type.Array(Type.Object({ id: ServiceSummary.properties.id })) }),
  async run(reads, { ids }) {
    const found = await Promise.all(ids.map(async (id) => required(await reads.findService(id))));
    const services = found.map(({ service, status: { uptimeScore, lastChecked, txCount } }) => ({
      ...summarize(service),
      uptimeScore,
      lastChecked,
      txCount,
    }));
    const lines = services.map((summary, index) =>
      [summaryText(summary, index), `   ${uptimeText(summary)}, ${pluralize(summary.txCount, 'payment')} in all`].join(
        '\n',
      ),
    );
    return { text: lines.join('\n'), data: { services } };
  },
});
