import type { CheckHistory, HistoryWindow } from '@shirube/contracts';
import { plainAmount } from '../../formats.js';
import { useMessages } from '../../language/language.js';
import { useMonitorMessages } from '../../language/monitorMessages.js';
import { useRecordMessages } from '../messages.js';
import { ResponsePlot, UptimePlot } from './checkPlots.js';
import { CheckTable } from './checkTable.js';

const windows: readonly HistoryWindow[] = ['24h', '7d', '90d'];

interface AvailabilityProps {
  history: CheckHistory;
  /** Whether another window is loading. */
  isStale: boolean;
  window: HistoryWindow;
  onChange: (window: HistoryWindow) => void;
}

/** The check results of a service over a period: a chart and a table. */
export function Availability({ history, isStale, window: chosen, onChange }: AvailabilityProps) {
  const texts = useRecordMessages();
  return (
    <section class="availability" aria-busy={isStale}>
      <h2>{texts.availability}</h2>
      <fieldset class="windows">
        <legend class="visually-hidden">{texts.window}</legend>
        {windows.map((window) => (
          <button
            key={window}
            type="button"
            class="button"
            aria-pressed={window === chosen}
            onClick={() => onChange(window)}
          >
            {texts.windows[window]}
          </button>
        ))}
      </fieldset>
      {history.checks === 0 ? <p role="status">{texts.notChecked}</p> : <Drawing history={history} />}
    </section>
  );
}

function Drawing({ history }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const monitor = useMonitorMessages();
  return (
    <>
      <p class="figures" role="status">
        {texts.uptimeOf(history.uptime)} · {texts.responseOf(history.responseMs)} · {texts.checksOf(history.checks)}
      </p>
      {history.isSimulated && <p class="hint">{monitor.simulated}</p>}
      <UptimePlot history={history} />
      <ResponsePlot history={history} />
      {history.prices.length > 0 && (
        <>
          <h3>{texts.prices}</h3>
          <ul class="prices">
            {history.prices.map(({ at, price, currency }) => (
              <li key={at}>{texts.priceFrom(messages.date(at), `${plainAmount(price)} ${currency ?? ''}`.trim())}</li>
            ))}
          </ul>
        </>
      )}
      <CheckTable history={history} />
    </>
  );
}
