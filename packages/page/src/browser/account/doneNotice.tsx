import type { Service } from '@shirube/contracts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from '../link.js';
import type { Duplicate } from './duplicateOf.js';
import { useAccountMessages } from './language/accountMessages.js';

/** The last action on a service. */
export interface Done {
  what: 'registered' | 'changed' | 'removed';
  service: Pick<Service, 'id' | 'name'>;
  duplicate?: Duplicate | undefined;
}

/** Confirms the action, and warns if the endpoint was registered before. Takes the focus. */
export function DoneNotice({ done }: { done: Done }) {
  const own = useAccountMessages();
  const notice = useRef<HTMLDivElement>(null);
  const { what, service, duplicate } = done;
  useLayoutEffect(() => notice.current?.focus(), [done]);
  return (
    <div ref={notice} class="done" role="status" tabIndex={-1}>
      <p>
        {own[what](service.name)} {what !== 'removed' && <Link href={`/services/${service.id}`}>{own.itsPage}</Link>}
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
