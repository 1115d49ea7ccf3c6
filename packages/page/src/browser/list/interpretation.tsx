import type { Understanding } from '../findServices.js';
import { textLanguage } from '../formats.js';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { Highlight } from '../markWords.js';
import { type Condition, conditionsOf } from './conditions.js';

interface InterpretationProps {
  understanding: Understanding;
  /** Whether there are no results: the reason is then shown in their place. */
  isEmpty: boolean;
  /** Whether nothing fits, and the results are only the nearest ones. */
  isGuess: boolean;
  /** Whether filters narrow the view. */
  isNarrowed: boolean;
  /** Returns the address of the view that ignores the constraints with these names. */
  addressIgnoring: (names: readonly string[]) => string;
}

/**
 * Why the results match; the conditions found in the text, each of which can be removed and restored; and, struck
 * through, the words that matched nothing.
 */
export function Interpretation({ understanding, isEmpty, isGuess, isNarrowed, addressIgnoring }: InterpretationProps) {
  const { code, messages } = useLanguage();
  const { tokens, matchedTokens, reason, ignored, notUnderstood } = understanding;
  const conditions = conditionsOf(understanding, messages);
  // If conditions or filters exclude everything, no word is to blame.
  const showsUnmatched = matchedTokens.length > 0 || (conditions.length === 0 && !isNarrowed);
  const unmatched = showsUnmatched ? [...new Set(tokens)].filter((token) => !matchedTokens.includes(token)) : [];
  const addressOf = ({ names, isRemoved }: Condition) =>
    addressIgnoring(isRemoved ? ignored.filter((name) => !names.includes(name)) : [...ignored, ...names]);
  return (
    <>
      {!isEmpty && (
        <p class="because" lang={textLanguage(reason) ?? 'en'}>
          {isGuess && <strong lang={code}>{messages.guesses}</strong>} <Highlight text={reason} words={matchedTokens} />
        </p>
      )}
      <ul class="words">
        {conditions.map((condition) => (
          // The same link removes and restores, so that it keeps the focus.
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
        {unmatched.map((token) => (
          <li key={`unmatched ${token}`} lang={textLanguage(token)}>
            <s>{token}</s>
          </li>
        ))}
      </ul>
    </>
  );
}
