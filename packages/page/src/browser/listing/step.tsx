import { ProblemError } from '@shirube/client';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useRefusalText } from '../account/refusal.js';
import { useListingMessages } from './messages.js';
import { WalletRefusal } from './wallet.js';

interface StepProps {
  title: string;
  /** Whether the visitor has just reached it. */
  isNew?: boolean;
  children: ComponentChildren;
}

/** A step of the page. The focus moves to the heading of a new one, so that screen readers go on there. */
export function Step({ title, isNew = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew) heading.current?.focus();
  }, []);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ActionProps {
  isPrimary?: boolean;
  isSending: boolean;
  onClick: () => unknown;
  children: ComponentChildren;
}

/** What a step is done by. The button keeps the focus while it is sent. */
export const Action = ({ isPrimary = false, isSending, onClick, children }: ActionProps) => (
  <p class="actions scripted">
    <button type="button" class={isPrimary ? 'button primary' : 'button'} aria-disabled={isSending} onClick={onClick}>
      {children}
    </button>
  </p>
);

const outdatedStatuses = [404, 409, 410];

/** Says why a step failed, with what to do next. `onRenew` replaces an outdated challenge. */
export function StepRefusal({ error, onRenew }: { error: unknown; onRenew?: () => void }) {
  const own = useListingMessages();
  const isOutdated = onRenew && error instanceof ProblemError && outdatedStatuses.includes(error.status);
  return (
    <div role="alert">
      {error !== undefined && (
        <div class="refusal">
          <p>{isOutdated ? own.outdated : <Reason error={error} />}</p>
          {isOutdated && (
            <button type="button" class="button" onClick={onRenew}>
              {own.renew}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Reason({ error }: { error: unknown }) {
  const own = useListingMessages();
  const refusalText = useRefusalText();
  if (error instanceof WalletRefusal)
    return (
      <>
        {own.walletRefused} {error.message}
      </>
    );
  const { status, code, message } = error instanceof ProblemError ? error : {};
  if (status === 401) return <>{own.needsAccount}</>;
  if (status !== 403 && code !== 'not_proven') return <>{refusalText(error)}</>;
  const [before, contact] = status === 403 ? (message ?? '').split(/((?:https?|mailto):\S+)/) : [message];
  return (
    <>
      {status === 403 ? own.refused : own.notProven} <span lang="en">{before}</span>
      {contact && <a href={contact}>{contact}</a>}
    </>
  );
}
