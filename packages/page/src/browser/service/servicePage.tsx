import { ProblemError } from '@shirube/client';
import type { ServiceDetail } from '@shirube/contracts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageProps } from '../definePage.js';
import { useMessages } from '../language/language.js';
import { lastView, restoreScroll } from '../place.js';
import { DetailPage } from './detailPage.js';
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
    <DetailPage
      main={main}
      failure={failure}
      missing={isMissing && { title: missingTitle, hint: isRemoved ? undefined : figures.noSuchServiceHint }}
    >
      {service && <ServiceDetails service={service} />}
    </DetailPage>
  );
}
