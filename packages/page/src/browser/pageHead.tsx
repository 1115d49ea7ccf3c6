import { ProblemError } from '@shirube/client';
import type { ServiceDetail } from '@shirube/contracts';
import type { PageProps } from './definePage.js';
import { categoryLabel } from './directory.js';
import type { Findings } from './findServices.js';
import { useLanguage, useMessages } from './language/language.js';
import { filterLabels } from './list/filterLabels.js';
import type { Head } from './rendering.js';
import { feedAddress, pageOf, readView, viewAddress } from './view.js';

/** The metadata of a view of the list. Its title has its text, each filter, and the page number. */
export function useListHead({ place, answer, categories }: PageProps<Findings>): Head {
  const { code, messages } = useLanguage();
  const { value: findings, failure } = answer;
  const view = readView(place.search);
  const { query } = view;
  const page = pageOf(view);
  const filters = filterLabels(view, messages, (id) => categoryLabel(id, categories, code));
  const parts = [query, ...filters.map(({ text }) => text), page > 1 && messages.page(page)].filter(Boolean);
  return {
    title: parts.length > 0 ? parts.join(' · ') : messages.tagline,
    ...(view.category && findings && { description: `${messages.found(findings.total)}. ${messages.about}` }),
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
