import type { Service, ServiceStatus } from '@shirube/contracts';
import type { ComponentChildren } from 'preact';
import { plainAmount, textLanguage } from './formats.js';
import { Icon } from './icon.js';
import { useLanguage, useMessages } from './language/language.js';

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

/** A price per request; a price of zero is shown as free. */
export function Price({ pricing }: { pricing: Service['pricing'] }) {
  const messages = useMessages();
  const amount = plainAmount(pricing.pricePerRequest);
  if (amount === '0') return <span class="price">{messages.free}</span>;
  return (
    <span class="price">
      <span class="amount">{amount}</span> <span class="currency">{pricing.currency}</span>{' '}
      <small>{messages.perRequest}</small>
    </span>
  );
}

/** A status as text, with a symbol that does not depend on colour. */
export function StatusBadge({ status }: { status: ServiceStatus }) {
  return (
    <span class={`status ${status}`}>
      <Icon name={status} />
      {useMessages().statuses[status]}
    </span>
  );
}

/** A service name, with a language attribute if its language differs from that of the page. */
export function ServiceName({ name, children = name }: { name: string; children?: ComponentChildren }) {
  const { code, messages } = useLanguage();
  const language = textLanguage(name) ?? (/^[\p{Script=Latin}\P{L}]*$/u.test(name) ? 'en' : undefined);
  return (
    <>
      <span lang={language}>{children}</span>
      {language && language !== code && (
        <abbr class="language" title={messages.languages[language]}>
          {language.toUpperCase()}
        </abbr>
      )}
    </>
  );
}

/** The operator's note about a service, with the reason. */
export function ModerationNote({ moderation }: { moderation: Service['moderation'] | undefined }) {
  const messages = useMessages();
  if (!moderation) return null;
  return (
    <p class="moderation">
      <strong>{messages.moderation[moderation.state]}</strong>: {moderation.reason}
    </p>
  );
}
