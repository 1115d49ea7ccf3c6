import { pino } from 'pino';
import t from 'tap';
import { reportedCheck } from '../dist/index.js';

t.test('a part that cannot be used is told once, and once more when it works again', async (t) => {
  const messages: string[] = [];
  const log = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) });
  let fault: Error | undefined = new Error('it refuses the key');
  const check = reportedCheck(
    'the engine',
    async () => {
      if (fault) throw fault;
    },
    log,
  );
  await t.rejects(check(), { message: 'it refuses the key' });
  await t.rejects(check(), 'the check itself is as it was');
  t.strictSame(messages, ['the engine cannot be used: it refuses the key']);
  fault = undefined;
  await check();
  await check();
  t.strictSame(messages.slice(1), ['the engine works again']);
});
