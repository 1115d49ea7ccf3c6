import { CheckHistoryQuery, nullable } from '@shirube/contracts';
import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { plainText } from '../plainText.js';
import { defineTool, required, ServiceId } from './tool.js';

const mostChanges = 20;
const longestValues = 200;

const quoted = (text: string | null | undefined): string => (text ? JSON.stringify(plainText(text)) : 'none');

export const getHistory = defineTool({
  name: 'get_history',
  title: 'Get the check history of a paid API',
  description:
    'Uptime, response time, verdicts and prices over a day, a week or 90 days, and the last changes of one service.',
  input: Type.Object(
    { id: ServiceId, ...CheckHistoryQuery.properties },
    { additionalProperties: false, expected: 'an object with id' },
  ),
  output: Type.Object({
    checks: Type.Integer(),
    uptime: nullable(Type.Number()),
  }),
  async run(reads, { id, window = '24h' }) {
    // The hourly and daily steps would fill a context window, and their totals are enough.
    const { steps: _steps, ...history } = required(await reads.findHistory(id, window));
    // Long values, such as changed schemas, are left out. They are at /api/services/ID/changes.
    const changes = required(await reads.findChanges(id))
      .slice(0, mostChanges)
      .map(({ type, at, fields, values = [], reason }) => ({
        type,
        at,
        fields,
        values: values.filter(({ from, to }) => (from ?? '').length + (to ?? '').length <= longestValues),
        ...(reason ? { reason } : {}),
      }));
    const { checks, uptime, responseMs, verdicts, prices, isSimulated } = history;
    const figures = [uptime !== null && `uptime ${uptime} %`, responseMs !== null && `${responseMs} ms on average`];
    const known = figures.filter(Boolean).join(', ');
    const lines = [
      `${pluralize(checks, 'check')} in the last ${window}${known && `: ${known}`}.`,
      ...(isSimulated ? ['Sample data, not real checks.'] : []),
      ...verdicts.map(({ verdict, checks }) => `${verdict}: ${checks}`),
      ...prices.map(({ at, price, currency }) => `Price since ${at}: ${price} ${currency ?? ''}`.trimEnd()),
      ...changes.map(
        ({ type, at, fields, values }) =>
          `${at} ${type}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}${values
            .map(({ field, from, to }) => `; ${field} in the seller's words: ${quoted(from)} → ${quoted(to)}`)
            .join('')}`,
      ),
    ];
    return { text: lines.join('\n'), data: { ...history, changes } };
  },
});
