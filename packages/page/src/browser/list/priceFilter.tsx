import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { type View, type ViewChange, viewForm } from '../view.js';
import { Choice } from './choice.js';
import type { Offer } from './offered.js';

const decimal = /^\d{1,20}(\.\d{1,18})?$/;
const pauseMs = 400;

/** Normalizes a typed amount for the API: full-width digits and a leading point are accepted. */
function readAmount(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().replace(/^\./, '0.').replace(/\.$/, '');
  return text === '' || decimal.test(text) ? text : undefined;
}

interface PriceFilterProps {
  view: View;
  /** Most used first. */
  currencies: readonly Offer[];
  onChange: (changed: ViewChange) => void;
}

/**
 * The currency and its price range. A price needs a currency, so a price typed without one defaults to the most used
 * currency.
 */
export function PriceFilter({ view, currencies, onChange }: PriceFilterProps) {
  const messages = useMessages();
  const codes = currencies.map(({ value }) => value);
  const { currency: code = '', minPricePerRequest = '', maxPricePerRequest = '' } = view;
  const currency = codes.find((known) => known.toUpperCase() === code.toUpperCase()) ?? code;
  const [mostUsed = ''] = codes;
  const added = useRef('');
  const bounds = { minPricePerRequest, maxPricePerRequest };
  const isMixed = (minPricePerRequest !== '' || maxPricePerRequest !== '') && currency === '';
  const named = isMixed ? '' : currency || mostUsed;
  const change = (name: keyof typeof bounds, amount: string) => {
    const changed = { ...bounds, [name]: amount };
    if (changed.minPricePerRequest === '' && changed.maxPricePerRequest === '') {
      // A currency that was added with the price is removed with it.
      onChange({ ...changed, currency: added.current === currency ? '' : currency });
      return;
    }
    if (!currency) added.current = mostUsed;
    onChange({ ...changed, currency: currency || mostUsed });
  };
  return (
    <>
      <Choice
        name="currency"
        label={messages.currency}
        value={currency}
        options={[
          { value: '', label: messages.anyCurrency },
          ...currencies.map(({ value, count }) => ({
            value,
            label: count === undefined ? value : messages.counted(value, count),
          })),
        ]}
        onChange={(chosen) =>
          onChange({ currency: chosen, ...(chosen ? {} : { minPricePerRequest: '', maxPricePerRequest: '' }) })
        }
      />
      <AmountField
        name="minPricePerRequest"
        label={named ? messages.minPriceIn(named) : messages.minPrice}
        amount={minPricePerRequest}
        onChange={(amount) => change('minPricePerRequest', amount)}
      />
      <AmountField
        name="maxPricePerRequest"
        label={named ? messages.maxPriceIn(named) : messages.maxPrice}
        amount={maxPricePerRequest}
        hint={isMixed ? messages.maxPriceMixed : undefined}
        onChange={(amount) => change('maxPricePerRequest', amount)}
      />
    </>
  );
}

interface AmountFieldProps {
  name: 'minPricePerRequest' | 'maxPricePerRequest';
  label: string;
  amount: string;
  hint?: string | undefined;
  onChange: (amount: string) => void;
}

/** A price field that applies after a pause. Input that is not a number is marked as invalid and not applied. */
function AmountField({ name, label, amount: applied, hint, onChange }: AmountFieldProps) {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState(applied);
  const sent = useRef(applied);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const amount = readAmount(typed);

  // The visitor may have typed before the script ran.
  useEffect(() => setTyped((known) => input.current?.value ?? known), []);
  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setTyped(applied);
  }, [applied]);

  useEffect(() => {
    if (amount === undefined || amount === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = amount;
      latest.current(amount);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [amount]);

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        name={name}
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
        {amount === undefined ? messages.maxPriceHint : hint}
      </p>
    </div>
  );
}
