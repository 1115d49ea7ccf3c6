import type { ServiceHistory, ServiceStatus } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { plainAmount } from '../../formats.js';
import { useFieldNames } from '../../language/fieldNames.js';
import { useMessages } from '../../language/language.js';
import { useMonitorMessages } from '../../language/monitorMessages.js';
import { statuses } from '../../view.js';
import { useRecordMessages } from '../messages.js';

const initialCount = 5;

/** The changes of a service, latest first. */
export function ChangeList({ changes }: { changes: ServiceHistory }) {
  const texts = useRecordMessages();
  const messages = useMessages();
  const [showsAll, setShowsAll] = useState(false);
  const visibleChanges = showsAll ? changes : changes.slice(0, initialCount);
  return (
    <section class="changes">
      <h2>{texts.changes}</h2>
      <ol>
        {visibleChanges.map((change, index) => (
          <ChangeEntry key={index} change={change} />
        ))}
      </ol>
      {changes.length > initialCount && (
        <button type="button" class="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? messages.showFewer : texts.allChanges(changes.length)}
        </button>
      )}
    </section>
  );
}

type Change = ServiceHistory[number];

function ChangeEntry({ change }: { change: Change }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const monitor = useMonitorMessages();
  const { type, at, fields, values = [], reason, source } = change;
  const labels: Record<string, string> = { ...useFieldNames(), status: texts.status };
  const otherFields = fields.filter((field) => !values.some((value) => value.field === field));
  return (
    <li>
      <time dateTime={at} title={messages.moment(at)}>
        {messages.date(at)}
      </time>
      <ul>
        {type === 'created' && <li>{source ? texts.takenOver(source) : texts.created}</li>}
        {values.map(({ field, from, to }) => (
          <li key={field}>
            {labels[field] ?? field}: <Value field={field} value={from} /> <span aria-hidden="true">→</span>
            <span class="visually-hidden">{texts.becomes}</span> <Value field={field} value={to} />
            {field === 'status' && reason && <p class="hint">{monitor.reasons[reason]}</p>}
          </li>
        ))}
        {otherFields.map((field) => (
          <li key={field}>{texts.fieldChanged(labels[field] ?? field)}</li>
        ))}
      </ul>
    </li>
  );
}

const isStatus = (value: string): value is ServiceStatus => statuses.some((status) => status === value);

function Value({ field, value }: { field: string; value: string | null }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  if (value === null) return <>{texts.none}</>;
  if (field === 'status' && isStatus(value)) return <b>{messages.statuses[value]}</b>;
  if (field === 'pricing.pricePerRequest') return <b>{plainAmount(value)}</b>;
  return /endpoint|paymentAddress|^call|accepts/.test(field) ? <code>{value}</code> : <b>{value}</b>;
}
