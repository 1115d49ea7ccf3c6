import type { Understanding } from '../findServices.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Marked } from '../marked.js';
import { textLanguage } from '../writtenForms.js';
import { type Condition, conditionsOf } from './conditions.js';

interface UnderstoodProps {
  understanding: Understanding;
  /** The address of the view without the constraints of those names. */
  addressIgnoring: (names: readonly string[]) => string;
}

/**
 * Why the results are there; the conditions that were read out of the text, each of which can be removed and brought
 * back; and, struck through, words that led nowhere.
 */
export function Understood({ understanding, addressIgnoring }: UnderstoodProps) {
  const messages = useMessages();
  const { tokens, matchedTokens, reason, ignored, notUnderstood } = understanding;
  const conditions = conditionsOf(understanding, messages);
  // Where the conditions left nothing, no word is to blame.
  const areJudged = matchedTokens.length > 0 || conditions.length === 0;
  const lost = areJudged ? [...new Set(tokens)].filter((token) => !matchedTokens.includes(token)) : [];
  const addressOf = ({ names, isRemoved }: Condition) =>
    addressIgnoring(isRemoved ? ignored.filter((name) => !names.includes(name)) : [...ignored, ...names]);
  return (
    <>
      <p class="because" lang={textLanguage(reason) ?? 'en'}>
        <Marked text={reason} words={matchedTokens} />
      </p>
      <ul class="words">
        {conditions.map((condition) => (
          // The same link removes and brings back, so that the focus stays on it.
          <li key={condition.kind} class={condition.isRemoved ? 'condition removed' : 'condition'}>
            <span>{condition.text}</span>
            <Link
              class="toggle"
              href={addressOf(condition)}
              aria-label={(condition.isRemoved ? messages.restore : messages.remove)(condition.text)}
            >
              <Icon name={condition.isRemoved ? 'undo' : 'close'} />
            </Link>
          </li>
        ))}
        {notUnderstood.map((words) => (
          <li key={`not understood ${words}`}>{messages.notUnderstood(words)}</li>
        ))}
        {lost.map((token) => (
          <li key={`lost ${token}`} lang={textLanguage(token)}>
            <s>{token}</s>
          </li>
        ))}
      </ul>
    </>
  );
}
