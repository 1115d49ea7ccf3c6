import { textLanguage } from '../formats.js';
import { useFieldNames } from '../language/fieldNames.js';
import type { FieldName } from './formFields.js';
import { useAccountMessages } from './messages.js';

interface FormFieldProps {
  name: FieldName;
  value: string;
  /** The error message of the API for this field. */
  fault: string | undefined;
  /** The current value in the directory, if it has changed since. */
  current: string | undefined;
  /** Suggested values; others can be typed too. */
  suggestions?: readonly string[];
  onChange: (value: string) => void;
}

export const fieldId = (name: FieldName): string => `field-${name.replace('.', '-')}`;

const modes: Partial<Record<FieldName, 'url' | 'decimal' | 'numeric'>> = {
  endpoint: 'url',
  'pricing.pricePerRequest': 'decimal',
  'pricing.freeQuota': 'numeric',
};
const isProse = (name: FieldName) => name === 'name' || name === 'description';

/** One field with its help text and its error. */
export function FormField({ name, value, fault, current, suggestions, onChange }: FormFieldProps) {
  const own = useAccountMessages();
  const id = fieldId(name);
  const isOptional = name === 'pricing.freeQuota';
  const attributes = {
    id,
    value,
    required: !isOptional,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-fault ${id}-current ${id}-help`,
    spellcheck: isProse(name),
    autocomplete: 'off',
  } as const;
  return (
    <div class={`field ${name.replace('.', '-')}`}>
      <label for={id}>
        {useFieldNames()[name]}
        {isOptional && <small> ({own.optional})</small>}
      </label>
      {name === 'description' ? (
        <textarea {...attributes} rows={5} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...attributes}
          type="text"
          inputMode={modes[name]}
          autocapitalize={isProse(name) ? undefined : 'off'}
          list={suggestions && `${id}-suggestions`}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <p id={`${id}-fault`} class="fault">
        {fault && <Fault name={name} message={fault} isMissing={value.trim() === ''} />}
      </p>
      <p id={`${id}-current`} class="present" lang={current ? textLanguage(current) : undefined}>
        {current !== undefined && own.currentValue(current)}
      </p>
      <p id={`${id}-help`} class="help">
        {own.help[name]}
      </p>
    </div>
  );
}

/** The error in the visitor's language, followed by the API's own message, which may be more specific. */
function Fault({ name, message, isMissing }: { name: FieldName; message: string; isMissing: boolean }) {
  const own = useAccountMessages();
  const expected = own.expected?.[name];
  const missing = name === 'pricing.freeQuota' ? undefined : own.missing[name];
  if (isMissing && missing) return <>{missing}</>;
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  if (!expected) return <>{sentence}</>;
  return (
    <>
      {expected} <span lang="en">({sentence})</span>
    </>
  );
}
