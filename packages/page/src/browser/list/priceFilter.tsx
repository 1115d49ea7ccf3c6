import type { CurrencyInUse } from '@shirube/contracts';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { type View, viewForm } from '../view.js';
import { Choice } from './choice.js';

const decimal = /^\d{1,20}(\.\d{1,18})?$/;
const pauseMs = 400;

/** What the visitor typed as the API wants it: full-width digits and a leading point are understood. */
function readAmount(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().replace(/^\./, '0.').replace(/\.$/, '');
  return text === '' || decimal.test(text) ? text : undefined;
}

interface PriceFilterProps {
  view: View;
  /** The most used first. */
  currencies: CurrencyInUse[] | undefined;
  onChange: (changed: Pick<View, 'currency' | 'maxPrice'>) => void;
}

/**
 * The currency, and the highest price in it: a price says nothing without its currency, so one that is typed first is
 * in the most used one. What is not a number is said to be none, and not applied.
 */
export function PriceFilter({ view, currencies = [], onChange }: PriceFilterProps) {
  const messages = useMessages();
  const id = useId();
  const { maxPrice } = view;
  const codes = currencies.map(({ currency }) => currency);
  const currency = codes.find((code) => code.toUpperCase() === view.currency.toUpperCase()) ?? view.currency;
  const [mostUsed = ''] = codes;
  const [typed, setTyped] = useState(maxPrice);
  const sent = useRef(maxPrice);
  const added = useRef('');
  const amount = readAmount(typed);
  const isMixed = maxPrice !== '' && currency === '';
  const named = isMixed ? '' : currency || mostUsed;

  useEffect(() => {
    if (maxPrice === sent.current) return;
    sent.current = maxPrice;
    setTyped(maxPrice);
  }, [maxPrice]);

  useEffect(() => {
    if (amount === undefined || amount === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = amount;
      if (amount === '') {
        // A currency that came with the price goes with it.
        onChange({ maxPrice: '', currency: added.current === currency ? '' : currency });
        return;
      }
      if (!currency) added.current = mostUsed;
      onChange({ maxPrice: amount, currency: currency || mostUsed });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [amount, currency, mostUsed]);

  const choices = currency && !codes.includes(currency) ? [currency, ...codes] : codes;
  return (
    <>
      <Choice
        name="currency"
        label={messages.currency}
        value={currency}
        options={[{ value: '', label: messages.anyCurrency }, ...choices.map((value) => ({ value, label: value }))]}
        onChange={(chosen) => onChange({ currency: chosen, maxPrice: chosen ? maxPrice : '' })}
      />
      <div class="field">
        <label for={id}>{named ? messages.maxPriceIn(named) : messages.maxPrice}</label>
        <input
          id={id}
          name="maxPrice"
          form={viewForm}
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
          {amount === undefined && messages.maxPriceHint}
          {amount !== undefined && isMixed && messages.maxPriceMixed}
        </p>
      </div>
    </>
  );
}
