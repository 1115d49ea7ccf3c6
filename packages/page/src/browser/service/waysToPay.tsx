import type { Candidate, ServiceDetail } from '@shirube/contracts';
import { networkLabel } from '@shirube/domain/networks';
import { useFieldNames } from '../language/fieldNames.js';
import { useLanguage, useMessages } from '../language/language.js';

/** Every payment option in the last challenge of a service. */
export function WaysToPay({
  ways,
  isTitled = true,
}: {
  ways: NonNullable<ServiceDetail['accepts']>;
  isTitled?: boolean;
}) {
  const messages = useMessages();
  const { accepts } = useFieldNames();
  return (
    <>
      {isTitled && <h3>{accepts}</h3>}
      <ul class="ways">
        {ways.map(({ scheme, network, asset, amount, price, currency, payTo, testnet }, index) => (
          <li key={index}>
            {price ?? amount} {currency ?? <code>{asset}</code>} · {networkLabel(network)} · {scheme} ·{' '}
            <code>{payTo}</code>
            {testnet && (
              <>
                {' '}
                <strong>{messages.testnet}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The faults of an API, in the visitor's language. */
export function Faults({ faults }: Pick<Candidate, 'faults'>) {
  const { code } = useLanguage();
  return (
    <ul>
      {faults.map(({ message, messageJa }) => (
        <li key={message} class="fault">
          {code === 'ja' ? messageJa : message}
        </li>
      ))}
    </ul>
  );
}
