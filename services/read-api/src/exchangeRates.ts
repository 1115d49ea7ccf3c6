import { readFile } from 'node:fs/promises';
import { builtInRates, type ExchangeRates, readExchangeRates } from '@shirube/domain';
import type { App } from '@shirube/service-kit';

const refreshMs = 3_600_000;
const answerMs = 10_000;

const isFile = (source: string): boolean => !/^https?:/.test(source);

async function load(source: string): Promise<ExchangeRates> {
  if (isFile(source)) return readExchangeRates(JSON.parse(await readFile(source, 'utf8')));
  const response = await fetch(source, { signal: AbortSignal.timeout(answerMs) });
  if (!response.ok) throw new Error(`${source} answers ${response.status}`);
  return readExchangeRates(await response.json());
}

/**
 * Returns the rates of the operator, a file or a URL, which are read again every hour, or else those built in. A file
 * must be right at the start. Otherwise what cannot be read is logged, and the last rates are used.
 */
export async function followExchangeRates(app: App, source: string | undefined): Promise<() => ExchangeRates> {
  let rates = builtInRates;
  if (source === undefined) return () => rates;
  const refresh = async (isStart = false) => {
    try {
      rates = await load(source);
    } catch (error) {
      if (isStart && isFile(source)) throw new Error(`EXCHANGE_RATES: ${source} cannot be used`, { cause: error });
      app.log.warn({ err: error, date: rates.date }, 'the exchange rates cannot be read, older ones are used');
    }
  };
  await refresh(true);
  const timer = setInterval(refresh, refreshMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => rates;
}
