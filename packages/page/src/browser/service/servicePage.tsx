import { ProblemError } from '@shirube/client';
import type { ServiceDetail } from '@shirube/contracts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageProps } from '../definePage.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice, Notice } from '../notice.js';
import { lastView, restoreScroll } from '../place.js';
import { useFigureMessages } from './messages.js';
import { ServiceDetails } from './serviceDetails.js';

/** The page of one service. */
export function ServicePage({ place: { id }, answer: { value: service, failure } }: PageProps<ServiceDetail>) {
  const messages = useMessages();
  const figures = useFigureMessages();
  const main = useRef<HTMLElement>(null);
  const status = failure?.error instanceof ProblemError ? failure.error.status : undefined;
  const isRemoved = status === 410;
  const isMissing = status === 404 || isRemoved;
  const missingTitle = isRemoved ? messages.removedService : messages.noSuchService;

  useLayoutEffect(() => {
    main.current?.focus({ preventScroll: true });
    lastView.serviceId = id;
  }, []);
  useLayoutEffect(() => {
    if (service) restoreScroll();
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
        <Notice title={missingTitle} asPageTitle>
          {!isRemoved && <p>{figures.noSuchServiceHint}</p>}
          <Link class="button" href="/">
            {messages.toDirectory}
          </Link>
        </Notice>
      )}
      {failure && !isMissing && <FailureNotice failure={failure} asPageTitle />}
      {!failure && service && <ServiceDetails service={service} />}
      {!failure && !service && <p role="status">{messages.loading}</p>}
    </main>
  );
}
