import { useMessages } from './language/language.js';

/** A trust score as a number and a bar. The label is optional, because the word may already be nearby. */
export function Trust({ score, isLabelled = false }: { score: number; isLabelled?: boolean }) {
  const messages = useMessages();
  return (
    <span class="trust" role="img" aria-label={messages.trustOf(score)}>
      {isLabelled && <span aria-hidden="true">{messages.trust}</span>}
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="all" width="100" height="6" />
        <rect class="part" width={score} height="6" />
      </svg>
      <span aria-hidden="true">{score}</span>
    </span>
  );
}
