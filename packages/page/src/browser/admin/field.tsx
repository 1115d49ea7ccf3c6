import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  name: string;
  required?: boolean;
  inputMode?: 'numeric';
  defaultValue?: string;
  /** The labels of the options by value; without them the field is a text input. */
  options?: Record<string, string>;
}

/** A labelled form field: a text input or a select. */
export function Field({ label, options, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select id={id} {...rest}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} type="text" autocomplete="off" {...rest} />
      )}
    </div>
  );
}
