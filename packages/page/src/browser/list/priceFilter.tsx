import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { type View, type ViewChange, viewForm } from '../view.js';
import { Choice } from './choice.js';
import type { Offer } from './filterChoices.js';

const decimal = /^\d{1,20}(\.\d{1,18})?$/;
const pauseMs = 400;

/** Normalizes a typed amount for the API: full-width digits and a leading point are accepted. */
function readAmount(input: string): string | undefined {
  const text = input.normalize('NFKC').trim().replace(/^\./, '0.').replace(/\.$/, '');
  return text === '' || decimal.test(text) ? text : undefined;
}

interface PriceFilterProps {
  view: View;
  /** Most used first. */
  currencies: readonly Offer[];
  onChange: (changes: ViewChange) => void;
}

/**
 * The currency and its price range. A price needs a currency, so a price typed without one defaults to the most used
 * currency.
 */
export function PriceFilter({ view, currencies, onChange }: PriceFilterProps) {
  const messages = useMessages();
  const codes = currencies.map(({ value }) => value);
  const { currency: code = '', minPricePerRequest = '', maxPricePerRequest = '' } = view;
  const currency = codes.find((current) => current.toUpperCase() === code.toUpperCase()) ?? code;
  const [mostUsed = ''] = codes;
  const addedCurrency = useRef('');
  const bounds = { minPricePerRequest, maxPricePerRequest };
  const isMixed = (minPricePerRequest !== '' || maxPricePerRequest !== '') && currency === '';
  const labelCurrency = isMixed ? '' : currency || mostUsed;
  const change = (name: keyof typeof bounds, amount: string) => {
    const changes = { ...bounds, [name]: amount };
    if (changes.minPricePerRequest === '' && changes.maxPricePerRequest === '') {
      // A currency that was added with the price is removed with it.
      onChange({ ...changes, currency: addedCurrency.current === currency ? '' : currency });
      return;
    }
    if (!currency) addedCurrency.current = mostUsed;
    onChange({ ...changes, currency: currency || mostUsed });
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
        onChange={(selection) =>
          onChange({ currency: selection, ...(selection ? {} : { minPricePerRequest: '', maxPricePerRequest: '' }) })
        }
      />
      <AmountField
        name="minPricePerRequest"
        label={labelCurrency ? messages.minPriceIn(labelCurrency) : messages.minPrice}
        amount={minPricePerRequest}
        onChange={(amount) => change('minPricePerRequest', amount)}
      />
      <AmountField
        name="maxPricePerRequest"
        label={labelCurrency ? messages.maxPriceIn(labelCurrency) : messages.maxPrice}
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
function AmountField({ name, label, amount: value, hint, onChange }: AmountFieldProps) {
  const messages = useMessages();
  const id = useId();
  const [text, setText] = useState(value);
  const lastAmount = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const amount = readAmount(text);

  // The visitor may have typed before the script ran.
  useEffect(() => setText((current) => input.current?.value ?? current), []);
  useEffect(() => {
    if (value === lastAmount.current) return;
    lastAmount.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (amount === undefined || amount === lastAmount.current) return;
    const timer = setTimeout(() => {
      lastAmount.current = amount;
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
        value={text}
        aria-invalid={amount === undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="hint" role="status">
        {amount === undefined ? messages.maxPriceHint : hint}
      </p>
    </div>
  );
}
