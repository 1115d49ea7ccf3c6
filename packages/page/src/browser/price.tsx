import type { Service } from '@shirube/contracts';
import { useMessages } from './language/language.js';
import { plainAmount } from './writtenForms.js';

/** A price per request; a price of zero is shown as free. */
export function Price({ pricing }: { pricing: Service['pricing'] }) {
  const messages = useMessages();
  const amount = plainAmount(pricing.pricePerRequest);
  if (amount === '0') return <span class="price">{messages.free}</span>;
  return (
    <span class="price">
      <span class="amount">{amount}</span> <span class="currency">{pricing.currency}</span>
      <small>{messages.perRequest}</small>
    </span>
  );
}
