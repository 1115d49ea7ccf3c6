import { Header } from './header.js';
import { useMessages } from './language/language.js';
import { LazyPage } from './lazyPage.js';
import { Link } from './link.js';
import { ListPage } from './list/listPage.js';
import { Notice } from './notice.js';
import { usePlace } from './place.js';
import { ServicePage } from './service/servicePage.js';
import { readView, serviceIn } from './view.js';

const accountAddress = /^\/account(\/|$)/;

/** The whole page: the list with its search, one service, what is for owners, or that there is nothing here. */
export function App() {
  return (
    <>
      <Header />
      <CurrentPage />
    </>
  );
}

function CurrentPage() {
  const { path, search } = usePlace();
  const id = serviceIn(path);
  if (id !== undefined) return <ServicePage key={id} id={id} />;
  if (accountAddress.test(path)) return <LazyPage name="account" load={loadAccount} path={path} />;
  if (/^\/docs\/?$/.test(path)) return <LazyPage name="reference" load={loadReference} path={path} />;
  return path === '/' ? <ListPage view={readView(search)} /> : <NoSuchPage />;
}

function NoSuchPage() {
  const messages = useMessages();
  return (
    <main id="results" class="service-page">
      <Notice title={messages.noSuchPage}>
        <Link class="button" href="/">
          {messages.toDirectory}
        </Link>
      </Notice>
    </main>
  );
}

const loadReference = async () => (await import('./reference/referencePage.js')).ReferencePage;
const loadAccount = async () => (await import('./account/accountPage.js')).AccountPage;
