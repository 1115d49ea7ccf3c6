import { ProblemError } from '@shirube/client';
import type { ServiceDetail } from '@shirube/contracts';
import type { PageProps } from './definePage.js';
import { categoryLabel } from './directory.js';
import type { Findings } from './findServices.js';
import { useLanguage, useMessages } from './language/language.js';
import type { Head } from './rendering.js';
import { feedAddress, pageOf, readView, valuesOf, viewAddress } from './view.js';

/** The metadata of a view of the list. Its title has its text, each filter, and the page number. */
export function useListHead({ place, answer, categories }: PageProps<Findings>): Head {
  const { code, messages } = useLanguage();
  const { value: findings, failure } = answer;
  const view = readView(place.search);
  const { query, chain, status, currency = '', testnet } = view;
  const { minPricePerRequest: min, maxPricePerRequest: max } = view;
  const page = pageOf(view);
  const names = valuesOf(view.category).map((id) => categoryLabel(id, categories, code));
  const parts = [
    query,
    names.join(', '),
    valuesOf(chain).join(', '),
    status && messages.statuses[status],
    min && messages.atLeast(`${min} ${currency}`.trim()),
    max ? messages.atMost(`${max} ${currency}`.trim(), false) : currency,
    testnet && messages.testnets[testnet],
    page > 1 && messages.page(page),
  ].filter(Boolean);
  return {
    title: parts.length > 0 ? parts.join(' · ') : messages.tagline,
    ...(names.length > 0 && findings && { description: `${messages.found(findings.total)}. ${messages.about}` }),
    address: viewAddress(view),
    isIndexed: !failure && !query && (findings?.total ?? 0) > 0,
    feed: feedAddress(view),
  };
}

/** The metadata of the page of a service. */
export function useServiceHead({ place: { id }, answer: { value: service, failure } }: PageProps<ServiceDetail>): Head {
  const messages = useMessages();
  const address = `/services/${id}`;
  if (service) {
    const { name, description } = service;
    return { title: name, description, address, isIndexed: true, service };
  }
  const status = failure?.error instanceof ProblemError ? failure.error.status : undefined;
  if (status === 410) return { title: messages.removedService };
  if (status === 404) return { title: messages.noSuchService };
  return { title: failure ? messages.failed : messages.loading };
}
