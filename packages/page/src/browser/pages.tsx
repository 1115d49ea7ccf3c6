import { definePage, type Page, type Place } from './definePage.js';
import { httpAddress } from './formats.js';
import { useMessages } from './language/language.js';
import { Link } from './link.js';
import { Notice } from './notice.js';
import { useListHead, useServiceHead } from './pageHead.js';
import { addressToCheck, comparisonIds, readView, viewAddress } from './view.js';

// Its document names the script, so that it costs no further round trip.
const listPages = () => import('./list/listPage.js');
const servicePages = () => import('./service/servicePages.js');
const plottedPages = () => import('./plottedPages.js');
const workPages = () => import('./workPages.js');

const urlOf = ({ search }: Place): string | undefined => httpAddress(addressToCheck(search) ?? '');

const list = definePage({
  path: '/',
  load: async () => (await listPages()).ListPage,
  reads: ({ search }) => {
    const view = readView(search);
    return {
      key: viewAddress(view),
      load: async (signal, reads) => (await listPages()).findServices(reads, view, signal),
    };
  },
  usesCategories: true,
  useHead: useListHead,
});

/** The page of a service, whose script the list loads ahead. */
export const servicePage = definePage({
  path: '/services/:id',
  load: async () => (await servicePages()).ServicePage,
  reads: ({ id }, apiKey) => ({
    key: `service ${id}`,
    // With a key the caches are bypassed, because the visitor may have just changed the service.
    load: (signal, reads) => reads.getService(id, { signal, fresh: apiKey !== undefined }),
  }),
  useHead: useServiceHead,
});

/** Every page of the site. The server's routes and the development server follow from it. */
export const pages: readonly Page[] = [
  list,
  servicePage,
  definePage({
    path: '/providers/:id',
    load: async () => (await servicePages()).ProviderPage,
    reads: ({ id }) => ({
      key: `provider ${id}`,
      load: (signal, reads) => reads.getProvider(id, { signal }),
    }),
    useHead: ({ place: { id }, answer: { value, failure } }) => ({
      title: value?.name ?? id,
      isIndexed: !failure,
    }),
  }),
  definePage({
    path: '/compare',
    load: async () => (await servicePages()).ComparePage,
    reads: ({ search }) => {
      const ids = comparisonIds(search);
      return {
        key: `compare ${ids.join()}`,
        load: async (signal, reads) => (await servicePages()).readComparison(reads, ids, signal),
      };
    },
    useHead: () => ({ title: useMessages().compare }),
  }),
  definePage({
    path: '/list',
    load: async () => (await workPages()).ListingPage,
    reads: (place) => {
      const url = urlOf(place);
      return url
        ? { key: `preview ${url}`, load: (signal, reads) => reads.previewRegistrations({ url }, { signal }) }
        : undefined;
    },
    useHead: ({ place: { search } }) => ({ title: useMessages().entrances.sellers.title, isIndexed: !search }),
  }),
  definePage({
    path: '/check',
    load: async () => (await servicePages()).CheckPage,
    reads: (place) => {
      const url = urlOf(place);
      return url
        ? { key: `check ${url}`, load: (signal, reads) => reads.checkAddress({ url }, { signal }) }
        : undefined;
    },
    useHead: ({ place: { search } }) => ({ title: useMessages().checkApi, isIndexed: !search }),
  }),
  definePage({
    path: '/monitor',
    load: async () => (await workPages()).MonitorPage,
    useHead: () => ({ title: useMessages().footer.monitor, isIndexed: true }),
    isConstant: true,
  }),
  definePage({
    path: '/stats',
    load: async () => (await plottedPages()).StatsPage,
    reads: () => ({ key: 'stats', load: async (signal, reads) => (await plottedPages()).readWeeks(reads, signal) }),
    useHead: ({ answer: { failure } }) => ({ title: useMessages().statistics, isIndexed: !failure }),
  }),
  definePage({
    path: '/docs',
    load: async () => (await workPages()).ReferencePage,
    reads: () => ({ key: 'openapi', load: async (signal, reads) => (await workPages()).readOpenApi(reads, signal) }),
    useHead: () => ({ title: useMessages().reference, isIndexed: true }),
    isConstant: true,
  }),
  definePage({
    path: '/account/*',
    load: async () => (await workPages()).AccountPage,
    useHead: ({ place: { path } }) => {
      const messages = useMessages();
      if (path.startsWith('/account/insights')) return { title: messages.insights };
      return { title: path.startsWith('/account/register') ? messages.registerService : messages.ownServices };
    },
  }),
  definePage({
    path: '/admin',
    load: async () => (await plottedPages()).AdminPage,
    useHead: () => ({ title: useMessages().operations }),
  }),
];

/** What every other address shows. */
export const notFound = definePage({
  path: '*',
  component: NotFound,
  useHead: () => ({ title: useMessages().noSuchPage }),
});

function NotFound() {
  const messages = useMessages();
  return (
    <main id="results" class="service-page">
      <Notice title={messages.noSuchPage} asPageTitle>
        <Link class="button" href="/">
          {messages.toDirectory}
        </Link>
      </Notice>
    </main>
  );
}

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(
    `^${page.path.replace(/\/?\*?$/, '').replace(':id', '([^/]+)')}${page.path.endsWith('*') ? '(?:/.*)?' : '/?'}$`,
  ),
}));

/** Returns the page at an address, and the parts of that address. */
export function pageAt({ path, search }: Omit<Place, 'id'>): { page: Page; place: Place } {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path);
    // Links may escape the port of a host, or what an IPv6 address is written in.
    const id = match?.[1]?.replace(/%(3a|5b|5d)/gi, decodeURIComponent) ?? '';
    if (match) return { page, place: { path, search, id } };
  }
  return { page: notFound, place: { path, search, id: '' } };
}
