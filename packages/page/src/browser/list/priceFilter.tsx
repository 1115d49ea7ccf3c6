import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';

const decimal = /^\d{1,20}(\.\d{1,18})?$/;
const pauseMs = 400;

/** What the visitor typed as the API wants it: full-width digits and a leading point are understood. */
function readAmount(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().replace(/^\./, '0.').replace(/\.$/, '');
  return text === '' || decimal.test(text) ? text : undefined;
}

/** The highest price to show. What is not a number is said to be none, and not applied. */
export function PriceFilter({
  maxPrice,
  onChange,
}: {
  maxPrice: string;
  onChange: (maxPrice: string) => void;
}) {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState(maxPrice);
  const sent = useRef(maxPrice);
  const amount = readAmount(typed);

  useEffect(() => {
    if (maxPrice === sent.current) return;
    sent.current = maxPrice;
    setTyped(maxPrice);
  }, [maxPrice]);

  useEffect(() => {
    if (amount === undefined || amount === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = amount;
      onChange(amount);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [amount]);

  return (
    <div class="field">
      <label for={id}>{messages.maxPrice}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        placeholder="0.01"
        value={typed}
        aria-invalid={amount === undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="hint" role="status">
        {amount === undefined ? messages.maxPriceHint : ''}
      </p>
    </div>
  );
}
