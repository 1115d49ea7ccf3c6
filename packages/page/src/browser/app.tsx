import { Header } from './header.js';
import { ListPage } from './list/listPage.js';
import { usePlace } from './place.js';
import { ServicePage } from './service/servicePage.js';
import { readView } from './view.js';

const serviceAddress = /^\/services\/([^/]+)\/?$/;

/** The whole page: the list with its search, or one service. */
export function App() {
  const { path, search } = usePlace();
  const id = serviceAddress.exec(path)?.[1];
  return (
    <>
      <Header />
      {id === undefined ? <ListPage view={readView(search)} /> : <ServicePage key={id} id={decode(id)} />}
    </>
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
