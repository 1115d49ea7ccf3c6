import { useMessages } from './language/language.js';

/** A part of 100 as a bar. */
export const ShareBar = ({ percent }: { percent: number }) => (
  <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="all" width="100" height="6" />
    <rect width={percent} height="6" />
  </svg>
);

/** A trust score as a number and a bar. The label is optional, because the word may already be nearby. */
export function Trust({ score, isLabelled = false }: { score: number; isLabelled?: boolean }) {
  const messages = useMessages();
  return (
    <span class="trust" role="img" aria-label={messages.trustOf(score)}>
      {isLabelled && <span aria-hidden="true">{messages.trust}</span>}
      <ShareBar percent={score} />
      <span aria-hidden="true">{score}</span>
    </span>
  );
}
