import { Footer } from './footer.js';
import { Header } from './header.js';
import { type LanguageCode, LanguageProvider } from './language/language.js';
import { OwnKeyProvider } from './ownKey.js';
import { pageAt } from './pages.js';
import { usePlace } from './place.js';

/** The whole site, the same on the server and in the browser. */
export const App = ({ preferred }: { preferred: LanguageCode }) => (
  <LanguageProvider preferred={preferred}>
    <OwnKeyProvider>
      <Header />
      <CurrentPage />
      <Footer />
    </OwnKeyProvider>
  </LanguageProvider>
);

function CurrentPage() {
  const { page, place } = pageAt(usePlace());
  return <page.View key={`${page.path} ${place.id}`} place={place} />;
}
