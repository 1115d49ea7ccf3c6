import { ProblemError } from '@shirube/client';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { networkNames } from '../contractTables.js';
import { useCategories, useCurrencies } from '../directory.js';
import { useFieldNames } from '../language/fieldNames.js';
import { Link } from '../link.js';
import { FormField, fieldId } from './formField.js';
import { type FieldName, type FieldValues, fieldNames } from './formFields.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import type { Submission } from './useSubmission.js';

interface ServiceFormProps {
  values: FieldValues;
  /** Current values in the directory that have changed since the form was opened. */
  current?: Partial<FieldValues>;
  submission: Submission;
  submitLabel: string;
  onChange: (values: FieldValues) => void;
  onSubmit: () => void;
  /** Shown above the fields in place of the refusal's own text. */
  notice?: ComponentChildren;
}

/**
 * The form of a service. The API validates it; its faults are shown beside the fields, and the first one gets the
 * focus.
 */
export function ServiceForm({
  values,
  current = {},
  submission,
  submitLabel,
  onChange,
  onSubmit,
  notice,
}: ServiceFormProps) {
  const own = useAccountMessages();
  const form = useRef<HTMLFormElement>(null);
  const { value: categories = [] } = useCategories();
  const { value: currencies = [] } = useCurrencies();
  const { isSending, refusal } = submission;
  const faults = new Map(
    refusal instanceof ProblemError ? refusal.errors.map(({ path, message }) => [path, message]) : [],
  );
  const suggestions: Partial<Record<FieldName, readonly string[]>> = {
    category: categories.map(({ id }) => id),
    'pricing.currency': currencies.map(({ currency }) => currency),
    'x402Config.network': networkNames,
  };

  useLayoutEffect(() => {
    if (!refusal) return;
    const find = (kind: string) => form.current?.querySelector<HTMLElement>(kind);
    (find('[aria-invalid=true]') ?? find('.refusal'))?.focus();
  }, [refusal]);

  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div role="alert">{notice ?? (refusal !== undefined && <FormRefusal error={refusal} />)}</div>
      <div class="fields">
        {fieldNames.map((name) => (
          <FormField
            key={name}
            name={name}
            value={values[name]}
            fault={faults.get(name)}
            current={current[name] === values[name] ? undefined : current[name]}
            {...(suggestions[name] && { suggestions: suggestions[name] })}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
        ))}
      </div>
      <p class="actions">
        <button type="submit" class="button primary" aria-disabled={isSending}>
          {isSending ? own.sending : submitLabel}
        </button>
        <Link class="button" href="/account" isBack>
          {own.cancel}
        </Link>
      </p>
    </form>
  );
}

const isFieldName = (path: string): path is FieldName => fieldNames.some((name) => name === path);

/** Lists every fault that the API reported, with links to the fields concerned. */
function FormRefusal({ error }: { error: unknown }) {
  const fieldNames = useFieldNames();
  const own = useAccountMessages();
  const refusalText = useRefusalText();
  const faults = error instanceof ProblemError ? error.errors : [];
  if (faults.length === 0) {
    // Without a response the outcome is unknown.
    const isCertain = error instanceof ProblemError && error.code !== 'outcome_unknown';
    return (
      <p class="refusal" tabIndex={-1}>
        {refusalText(error)} {isCertain && own.notSaved}
      </p>
    );
  }
  return (
    <div class="refusal" tabIndex={-1}>
      <p>{own.faults(faults.length)}</p>
      <ul>
        {faults.map(({ path, message }) => (
          <li key={path}>
            {isFieldName(path) ? (
              <a href={`#${fieldId(path)}`} onClick={(event) => focusField(event, path)}>
                {fieldNames[path]}
              </a>
            ) : (
              <span lang="en">
                <code>{path}</code> {message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses a field without changing the address, which encodes the view and nothing else. */
function focusField(event: Event, name: FieldName): void {
  event.preventDefault();
  document.getElementById(fieldId(name))?.focus();
}
