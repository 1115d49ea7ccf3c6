import { useEffect, useId, useRef } from 'preact/hooks';
import { viewForm } from '../view.js';

interface ChoiceProps<T extends string> {
  /** The name of the parameter that the form submits without script. */
  name: string;
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A native select. */
export function Choice<T extends string>({ name, label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const change = () => {
    const option = options[select.current?.selectedIndex ?? -1];
    if (option && option.value !== value) onChange(option.value);
  };
  // The visitor may have chosen before the script ran.
  useEffect(change, []);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="select">
        <select ref={select} id={id} name={name} form={viewForm} value={value} onChange={change}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
