import { useLanguage } from '../language/language.js';

/** The id of the form that the checkboxes beside services belong to. */
export const compareForm = 'compare';

/** A plain form that opens the chosen services side by side. */
export function CompareForm() {
  const { messages, named } = useLanguage();
  return (
    <form id={compareForm} class="compare-form" action="/compare">
      {named && <input type="hidden" name="lang" value={named} />}
      <button type="submit" class="button">
        {messages.compareChosen}
      </button>
    </form>
  );
}
