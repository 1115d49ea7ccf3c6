import type { Category, CurrencyInUse } from '@shirube/contracts';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Findings, FoundService } from '../findServices.js';
import { splitEndpoint } from '../formats.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice } from '../notice.js';
import { lastView, restoreScroll } from '../place.js';
import { type Answer, useAnswer } from '../useAnswer.js';
import { feedAddress, filterCount, type View, type ViewChange, viewAddress, withoutFilters } from '../view.js';
import { CompareTray, useChosen } from './compareTray.js';
import { Pager } from './pager.js';
import { ResultRow } from './resultRow.js';
import { Summary } from './summary.js';

/** A placeholder for the first results while they load. */
function Skeleton() {
  return (
    <div class="skeleton" role="status" aria-label={useMessages().loading}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} class="row">
          <span class="bar name" />
          <span class="bar line" />
          <span class="bar short" />
        </div>
      ))}
    </div>
  );
}

interface ResultsProps {
  section: RefObject<HTMLElement | null>;
  view: View;
  findings: Answer<Findings>;
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
  /** Whether to focus the first result as soon as the results arrive. */
  isEntering: boolean;
  onEntered: () => void;
  onLeave: () => void;
  onChange: (changes: ViewChange) => void;
}

/** The results of a view: found, loading, none, or failed. */
export function Results({ section, view, findings, categories, currencies, onChange, ...moves }: ResultsProps) {
  const messages = useMessages();
  const chosen = useChosen();
  const isRepeated = createRepeatTest();
  const { value, isStale, failure } = findings;
  // Most visitors never need it.
  const { value: NothingFound } = useAnswer(
    value?.services.length === 0 ? 'script nothing found' : '',
    loadNothingFound,
  );
  const { offset } = view;
  const lastOffset = useRef(offset);
  useLayoutEffect(() => {
    if (value && !isStale && restoreScroll()) focusLastService(section.current);
  }, [value, isStale]);
  useEffect(() => {
    if (!moves.isEntering || isStale) return;
    if (section.current) enterResults(section.current);
    moves.onEntered();
  }, [moves.isEntering, isStale]);
  useEffect(() => {
    if (lastOffset.current === offset) return;
    lastOffset.current = offset;
    section.current?.focus({ preventScroll: true });
  }, [offset]);

  return (
    <section ref={section} id="results" class="results" aria-label={messages.results} aria-busy={isStale} tabIndex={-1}>
      <Summary view={view} findings={failure ? undefined : value} currencies={currencies} onChange={onChange} />
      {failure && (
        <FailureNotice failure={failure}>
          {failure.retryAt === undefined && filterCount(view) > 0 && (
            <Link class="button" href={viewAddress(withoutFilters(view))}>
              {messages.clearFilters}
            </Link>
          )}
        </FailureNotice>
      )}
      {!failure && !value && <Skeleton />}
      {!failure && value && value.services.length === 0 && NothingFound && (
        <NothingFound view={view} understanding={value.understanding} categories={categories} />
      )}
      {!failure && value && value.services.length > 0 && (
        <>
          <ol class="rows" onKeyDown={(event) => moveAmongResults(event, moves.onLeave)}>
            {value.services.map((service) => (
              <ResultRow
                key={service.id}
                service={service}
                view={view}
                isOpen={service.group !== undefined && service.group.domain === value.understanding?.namedProvider}
                isRepeated={isRepeated(service)}
                categories={categories}
                chosen={chosen}
              />
            ))}
          </ol>
          <Pager view={view} findings={value} />
          <p class="follow">
            {messages.follow.label} <a href={feedAddress(view)}>{messages.follow.feed}</a>{' '}
            <Link href="/account">{messages.follow.webhook}</Link>
          </p>
        </>
      )}
      <CompareTray {...chosen} />
    </section>
  );
}

const loadNothingFound = async () => (await import('./nothingFound.js')).NothingFound;

/** Returns a test of whether the host and the description of a service have come before. */
function createRepeatTest(): (service: FoundService) => boolean {
  const texts = new Set<string>();
  return ({ endpoint, description }) => texts.size === texts.add(`${splitEndpoint(endpoint)[0]} ${description}`).size;
}

/** Focuses the row of the service that the visitor returns from. */
function focusLastService(section: HTMLElement | null): void {
  section
    ?.querySelector<HTMLAnchorElement>(`a[href^="/services/${CSS.escape(lastView.serviceId)}"]`)
    ?.focus({ preventScroll: true });
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const resultLinks = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLAnchorElement>('h2 a'));

/**
 * Moves the focus between results with the arrow keys, in addition to Tab. Calls `onLeave` when moving up from the
 * first.
 */
export function moveAmongResults(event: KeyboardEvent & { currentTarget: HTMLElement }, onLeave: () => void): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = resultLinks(event.currentTarget);
  const current = links.findIndex((link) => link.matches(':focus'));
  if (current < 0) return;
  const next = links[current + step];
  if (next) next.focus();
  else if (step < 0) onLeave();
  else return;
  event.preventDefault();
}

/** Focuses the first result, if there is one. */
export function enterResults(within: ParentNode): void {
  resultLinks(within)[0]?.focus();
}
