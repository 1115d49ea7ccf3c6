import { Header } from './header.js';
import { LazyPage } from './lazyPage.js';
import { ListPage } from './list/listPage.js';
import { usePlace } from './place.js';
import { ServicePage } from './service/servicePage.js';
import { readView } from './view.js';

const serviceAddress = /^\/services\/([^/]+)\/?$/;
const accountAddress = /^\/account(\/|$)/;

/** The whole page: the list with its search, one service, or what is for owners. */
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
  const id = serviceAddress.exec(path)?.[1];
  if (id !== undefined) return <ServicePage key={id} id={decode(id)} />;
  if (accountAddress.test(path)) return <LazyPage name="account" load={loadAccount} path={path} />;
  if (/^\/docs\/?$/.test(path)) return <LazyPage name="reference" load={loadReference} path={path} />;
  return <ListPage view={readView(search)} />;
}

const loadReference = async () => (await import('./reference/referencePage.js')).ReferencePage;
const loadAccount = async () => (await import('./account/accountPage.js')).AccountPage;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
