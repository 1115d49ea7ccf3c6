import type { Candidate } from '@shirube/contracts';
import { useLanguage } from './language/language.js';

/** The faults of an API, in the visitor's language. */
export function Faults({ faults }: Pick<Candidate, 'faults'>) {
  const { code } = useLanguage();
  return (
    <ul>
      {faults.map(({ message, messageJa }) => (
        <li key={message} class="fault">
          {code === 'ja' ? messageJa : message}
        </li>
      ))}
    </ul>
  );
}
