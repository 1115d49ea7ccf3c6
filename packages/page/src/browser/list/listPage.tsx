import { useEffect } from 'preact/hooks';
import { useCategories, useFindings } from '../directory.js';
import { useMessages } from '../language/language.js';
import { lastView } from '../lastView.js';
import { go } from '../place.js';
import { type View, viewAddress } from '../view.js';
import { Filters } from './filters.js';
import { Results } from './results.js';
import { SearchBox } from './searchBox.js';

/** The directory: one box, filters, results. The view is the address and nothing else. */
export function ListPage({ view }: { view: View }) {
  const messages = useMessages();
  const findings = useFindings(view);
  const categories = useCategories();
  const change = (changed: Partial<View>, options?: { replace: boolean }) =>
    go(viewAddress({ ...view, page: 1, ...changed }), options);

  useEffect(() => {
    document.title = view.text ? `${view.text} – Shirube 標` : 'Shirube 標';
    lastView.address = viewAddress(view);
  });

  return (
    <main class="list-page">
      <h1>{messages.tagline}</h1>
      <SearchBox text={view.text} onChange={(text, options) => change({ text }, options)} />
      <div class="columns">
        <Filters view={view} categories={categories.value} onChange={change} />
        <Results view={view} findings={findings} categories={categories.value} onChange={change} />
      </div>
    </main>
  );
}
