import { drawnPage } from './drawnPages.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { useMessages } from './language/language.js';
import { LazyPage } from './lazyPage.js';
import { Link } from './link.js';
import { ListPage } from './list/listPage.js';
import { Notice } from './notice.js';
import { usePlace } from './place.js';
import { readView } from './view.js';

const accountAddress = /^\/account(\/|$)/;

/** The whole page: the list with its search, a service, the pages for owners, or not found. */
export function App() {
  return (
    <>
      <Header />
      <CurrentPage />
      <Footer />
    </>
  );
}

function CurrentPage() {
  const { path, search } = usePlace();
  const drawn = drawnPage(path);
  if (drawn) return <LazyPage key={path} {...drawn} path={path} />;
  if (/^\/admin\/?$/.test(path)) return <LazyPage name="admin" load={loadAdmin} path={path} />;
  if (accountAddress.test(path)) return <LazyPage name="account" load={loadAccount} path={path} />;
  return path === '/' ? <ListPage view={readView(search)} /> : <NoSuchPage />;
}

function NoSuchPage() {
  const messages = useMessages();
  return (
    <main id="results" class="service-page">
      <Notice title={messages.noSuchPage} isWhole>
        <Link class="button" href="/">
          {messages.toDirectory}
        </Link>
      </Notice>
    </main>
  );
}

const loadAdmin = async () => (await import('./plottedPages.js')).AdminPage;
const loadAccount = async () => (await import('./workPages.js')).AccountPage;
