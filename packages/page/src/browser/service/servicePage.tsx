import { ProblemError } from '@shirube/client';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useService } from '../directory.js';
import { FailureNotice } from '../failureNotice.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { lastView } from '../lastView.js';
import { Link } from '../link.js';
import { Notice } from '../notice.js';
import { settleScroll } from '../place.js';
import { serviceIn } from '../view.js';
import { useTitle } from '../viewTitle.js';
import { useFigureMessages } from './figureMessages.js';
import { ServiceDetails } from './serviceDetails.js';

/** The page of one service. */
export function ServicePage({ path }: { path: string }) {
  const id = serviceIn(path) ?? '';
  const messages = useMessages();
  const figures = useFigureMessages();
  const { value: service, failure } = useService(id);
  const main = useRef<HTMLElement>(null);
  const status = failure?.error instanceof ProblemError ? failure.error.status : undefined;
  const isRemoved = status === 410;
  const isMissing = status === 404 || isRemoved;
  const missingTitle = isRemoved ? messages.removedService : messages.noSuchService;

  useLayoutEffect(() => {
    main.current?.focus({ preventScroll: true });
    lastView.serviceId = id;
  }, []);
  useTitle(service?.name ?? (isMissing ? missingTitle : messages.loading));
  useLayoutEffect(() => {
    if (service) settleScroll();
  }, [service]);

  return (
    <main ref={main} id="results" class="service-page" tabIndex={-1}>
      <p class="way-back">
        <Link href={lastView.address} isBack>
          <Icon name="back" />
          {figures.back}
        </Link>
      </p>
      {isMissing && (
        <Notice title={missingTitle} isWhole>
          {!isRemoved && <p>{figures.noSuchServiceHint}</p>}
          <Link class="button" href="/">
            {messages.toDirectory}
          </Link>
        </Notice>
      )}
      {failure && !isMissing && <FailureNotice failure={failure} isWhole />}
      {!failure && service && <ServiceDetails service={service} />}
      {!failure && !service && <p role="status">{messages.loading}</p>}
    </main>
  );
}
