import type { Service } from '@shirube/contracts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from '../link.js';
import { useAccountMessages } from './language/accountMessages.js';

/** What has just been done with a service. */
export interface Done {
  what: 'registered' | 'changed' | 'removed';
  service: Pick<Service, 'id' | 'name'>;
  /** The service of another account that has had the endpoint first. */
  duplicate?: string | undefined;
}

/** Says what was done, and warns where another account has had the endpoint first. It takes the focus. */
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
          {own.duplicate} <Link href={`/services/${duplicate}`}>{own.duplicateLink}</Link>
        </p>
      )}
    </div>
  );
}
