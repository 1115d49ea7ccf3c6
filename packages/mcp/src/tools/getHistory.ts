import { CheckHistoryQuery } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { required, ServiceId } from './serviceId.js';
import { defineTool } from './tool.js';

export const getHistory = defineTool({
  name: 'get_history',
  title: 'Get what checks have seen of a paid API',
  description: 'Uptime, response time, verdicts and changes of price of one service over a day, a week or 90 days.',
  input: Type.Object(
    { id: ServiceId, ...CheckHistoryQuery.properties },
    { additionalProperties: false, expected: 'an object with id' },
  ),
  output: Type.Object({ checks: Type.Integer(), uptime: Type.Union([Type.Number(), Type.Null()]) }),
  async run(reads, { id, window = '24h' }) {
    // The hours and days would fill a context window; their sums say as much.
    const { steps: _steps, ...history } = required(await reads.findHistory(id, window));
    const { checks, uptime, responseMs, verdicts, prices, isSimulated } = history;
    const lines = [
      `${checks} checks in the last ${window}${checks > 0 ? `: uptime ${uptime} %, ${responseMs} ms on average` : ''}.`,
      ...(isSimulated ? ['Sample data: nobody has checked.'] : []),
      ...verdicts.map(({ verdict, checks }) => `${verdict}: ${checks}`),
      ...prices.map(({ at, price, currency }) => `Price since ${at}: ${price} ${currency ?? ''}`.trimEnd()),
    ];
    return { text: lines.join('\n'), data: history };
  },
});
