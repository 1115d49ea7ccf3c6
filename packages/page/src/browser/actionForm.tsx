import type { ComponentChildren, RefObject } from 'preact';
import { useId } from 'preact/hooks';

interface ActionFormProps {
  onSend: (form: HTMLFormElement) => unknown;
  class?: string;
  /** Whether the page shows validation errors itself instead of the browser. */
  noValidate?: boolean;
  children: ComponentChildren;
}

/** A form that is submitted by script. */
export function ActionForm({ onSend, class: styled = 'form', noValidate = false, children }: ActionFormProps) {
  return (
    <form
      class={styled}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

interface SubmitProps {
  isPrimary?: boolean;
  isSending?: boolean;
  children: ComponentChildren;
}

/** A submit button. It must keep the focus while sending, so it is not disabled outright. */
export const Submit = ({ isPrimary = false, isSending, children }: SubmitProps) => (
  <p class="actions">
    <button type="submit" class={isPrimary ? 'button primary' : 'button'} aria-disabled={isSending}>
      {children}
    </button>
  </p>
);

interface RowActionProps {
  /** The accessible name: the action and its row. */
  label: string;
  isSending: boolean;
  onClick: () => unknown;
  children: ComponentChildren;
}

/** An action on one row of a table. */
export const RowAction = ({ label, isSending, onClick, children }: RowActionProps) => (
  <button type="button" class="button quiet" aria-label={label} aria-disabled={isSending} onClick={onClick}>
    {children}
  </button>
);

/** A newly issued key, in a region that screen readers announce. */
export function NewKey({
  created,
  message,
}: {
  created: { name: string; key: string } | undefined;
  message: (name: string) => string;
}) {
  return (
    <div role="status">
      {created && (
        <p class="done">
          {message(created.name)} <code>{created.key}</code>
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  name: string;
  class?: string;
  required?: boolean;
  inputMode?: 'numeric' | 'url';
  maxLength?: number;
  defaultValue?: string;
  input?: RefObject<HTMLInputElement | null>;
  /** The labels of the options by value; without them the field is a text input. */
  options?: Record<string, string>;
  /** What is wrong with the value, if anything; a field that is never wrong has none. */
  fault?: string | undefined;
  help?: ComponentChildren;
}

/** A labelled form field: a text input or a select. */
export function Field({ label, options, input, help, ...rest }: FieldProps) {
  const id = useId();
  const { fault, ...attributes } = rest;
  const hasFault = 'fault' in rest;
  const isProse = !rest.class && !rest.inputMode;
  const descriptionIds = [hasFault && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <span class="select">
          <select id={id} {...attributes}>
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </span>
      ) : (
        <input
          id={id}
          {...(input && { ref: input })}
          type="text"
          autocomplete="off"
          autocapitalize={isProse ? undefined : 'off'}
          spellcheck={isProse}
          aria-invalid={hasFault ? Boolean(fault) : undefined}
          aria-describedby={descriptionIds || undefined}
          {...attributes}
        />
      )}
      {hasFault && (
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} class="help">
          {help}
        </p>
      )}
    </div>
  );
}
