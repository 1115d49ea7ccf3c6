import { Field, Submit } from '../actionForm.js';
import { httpAddress } from '../formats.js';
import { useLanguage } from '../language/language.js';
import { useCheckMessages } from './messages.js';

interface AddressFormProps {
  action: '/check' | '/list';
  label: string;
  /** What the visitor has entered before. */
  text: string;
  button: string;
  isPrimary?: boolean;
  onSubmit?: (event: SubmitEvent & { currentTarget: HTMLFormElement }) => void;
}

/** A plain form that asks for the URL of an API. */
export function AddressForm({ action, label, text, button, isPrimary = true, onSubmit }: AddressFormProps) {
  const { urlLanguage } = useLanguage();
  const own = useCheckMessages();
  return (
    <form class="form" action={action} onSubmit={onSubmit}>
      {urlLanguage && <input type="hidden" name="lang" value={urlLanguage} />}
      <Field
        label={label}
        name="url"
        inputMode="url"
        required
        fault={text !== '' && !httpAddress(text) ? own.notAnAddress : undefined}
        defaultValue={text}
      />
      <Submit isPrimary={isPrimary}>{button}</Submit>
    </form>
  );
}
