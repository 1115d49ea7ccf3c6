import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../definePage.js';
import { useCurrencies, useFacets } from '../directory.js';
import type { Findings } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { lastView, navigate } from '../place.js';
import { cacheAnswer } from '../useAnswer.js';
import { readView, type ViewChange, viewAddress } from '../view.js';
import { filterChoices } from './filterChoices.js';
import { Filters } from './filters.js';
import { Front } from './front.js';
import { enterResults, Results } from './results.js';
import { SearchBox } from './searchBox.js';

/** The directory: search box, filters, results. The address holds the whole state of the view. */
export function ListPage({ place, answer: findings, categories }: PageProps<Findings>) {
  const messages = useMessages();
  const view = readView(place.search);
  const { value: currencies } = useCurrencies();
  const facets = useFacets(view);
  const box = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  // Whether to focus the first result once the results of the typed text arrive.
  const [isEntering, setEntering] = useState(false);
  const goToResults = () => {
    const isShown = !findings.isStale && box.current?.value.trim() === (view.query ?? '');
    if (isShown && results.current) enterResults(results.current);
    else setEntering(true);
  };
  // Changes the view of the address, not `view`: two changes may come before the next render.
  const change = (changes: ViewChange, options?: { replace: boolean }) =>
    navigate(viewAddress({ ...readView(location.search), offset: undefined, ...changes }), options);

  const isFront = viewAddress(view) === '/';

  useLayoutEffect(() => {
    lastView.address = viewAddress(view);
  });

  // Each service is cached, so that its own page opens at once.
  useEffect(() => {
    for (const { relevance, ...service } of findings.value?.services ?? [])
      cacheAnswer(`service ${service.id}`, service);
  }, [findings.value]);

  return (
    <main class={isFront ? 'list-page front-page' : 'list-page'}>
      <h1 class={isFront ? undefined : 'visually-hidden'}>{messages.tagline}</h1>
      {isFront && <p class="about">{messages.about}</p>}
      <SearchBox
        view={view}
        box={box}
        // The ignored constraints belong to the previous text.
        onChange={(query, options) => change({ query, ignore: '' }, options)}
        onEnterResults={goToResults}
        onInput={() => setEntering(false)}
      />
      {isFront && <Front categories={categories} />}
      <div class="columns">
        <Filters
          view={view}
          choices={filterChoices(view, { facets, categories, currencies })}
          categories={categories}
          onChange={change}
        />
        <Results
          section={results}
          view={view}
          findings={findings}
          categories={categories}
          currencies={currencies}
          isEntering={isEntering}
          onEntered={() => setEntering(false)}
          onLeave={() => box.current?.focus()}
          onChange={change}
        />
      </div>
    </main>
  );
}
