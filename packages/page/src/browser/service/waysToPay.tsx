import type { ServiceDetail } from '@shirube/contracts';
import { useMessages } from '../language/language.js';

/** Every payment option in the last challenge of a service. */
export function WaysToPay({ ways }: { ways: NonNullable<ServiceDetail['accepts']> }) {
  const messages = useMessages();
  return (
    <>
      <h3>{messages.fields.accepts}</h3>
      <ul class="ways">
        {ways.map(({ scheme, network, asset, amount, price, currency, payTo, testnet }, index) => (
          <li key={index}>
            {price ?? amount} {currency ?? <code>{asset}</code>} · {network} · {scheme} · <code>{payTo}</code>
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
