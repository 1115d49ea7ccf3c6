import type { Service } from '@shirube/contracts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from '../link.js';
import { useAccountMessages } from './messages.js';

/** The last action on a service. */
export interface AccountAction {
  kind: 'registered' | 'changed' | 'removed';
  service: Pick<Service, 'id' | 'name'>;
  duplicate?: Duplicate | undefined;
}

/** Confirms the action, and warns if the endpoint was registered before. Takes the focus. */
export function ActionNotice({ action }: { action: AccountAction }) {
  const own = useAccountMessages();
  const notice = useRef<HTMLDivElement>(null);
  const { kind, service, duplicate } = action;
  useLayoutEffect(() => notice.current?.focus(), [action]);
  return (
    <div ref={notice} class="done" role="status" tabIndex={-1}>
      <p>
        {own[kind](service.name)} {kind !== 'removed' && <Link href={`/services/${service.id}`}>{own.itsPage}</Link>}
      </p>
      {duplicate && (
        <p class="warning">
          {duplicate.isOwn ? own.ownDuplicate : own.duplicate}{' '}
          <Link href={`/services/${duplicate.id}`}>{own.duplicateLink}</Link>
        </p>
      )}
    </div>
  );
}

/** An existing service with the same endpoint. */
export interface Duplicate {
  id: string;
  isOwn: boolean;
}

/**
 * Returns the service that had the endpoint first, from the response headers of a registration or a change: one of
 * another account if there is one, otherwise one of the same account.
 */
export function duplicateOf(headers: Headers): Duplicate | undefined {
  const other = /<\/api\/services\/([^>/]+)>\s*;\s*rel="duplicate"/.exec(headers.get('link') ?? '')?.[1];
  const id = other ?? headers.get('shirube-duplicate-of');
  return id ? { id, isOwn: other === undefined } : undefined;
}
