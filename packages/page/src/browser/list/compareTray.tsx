import { useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { navigate } from '../place.js';
import { maxCompared } from '../view.js';

/** The id of the form that the checkboxes beside services belong to. */
export const compareForm = 'compare';

interface Choice {
  id: string;
  name: string;
}

/** The services that the visitor has chosen to compare. */
export interface Chosen {
  choices: readonly Choice[];
  isFull: boolean;
  has: (id: string) => boolean;
  toggle: (choice: Choice) => void;
}

// Kept while the visitor turns pages, reads services and comes back.
let lastChoices: readonly Choice[] = [];

/** Returns the services that the visitor has chosen to compare, and a way to choose and remove them. */
export function useChosen(): Chosen {
  const [choices, setChoices] = useState(lastChoices);
  const has = (id: string) => choices.some((choice) => choice.id === id);
  const toggle = (choice: Choice) => {
    const others = lastChoices.filter(({ id }) => id !== choice.id);
    lastChoices = others.length < lastChoices.length ? others : [...others, choice];
    setChoices(lastChoices);
  };
  return { choices, isFull: choices.length >= maxCompared, has, toggle };
}

/** The chosen services, at the bottom of the window. Without a script it is the button of a plain form. */
export function CompareTray({ choices, toggle }: Chosen) {
  const { messages, urlLanguage } = useLanguage();
  return (
    <form
      id={compareForm}
      class={choices.length > 0 ? 'tray' : 'tray empty'}
      action="/compare"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(`/compare?ids=${choices.map(({ id }) => id).join()}`);
        scrollTo(0, 0);
      }}
    >
      {urlLanguage && <input type="hidden" name="lang" value={urlLanguage} />}
      <ul>
        {choices.map((choice) => (
          <li key={choice.id}>
            <span>{choice.name}</span>
            <button type="button" aria-label={messages.remove(choice.name)} onClick={() => toggle(choice)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <button type="submit" class="button">
        {choices.length > 0 ? messages.compareCount(choices.length) : messages.compareChosen}
      </button>
    </form>
  );
}
