import { App } from './app.js';
import { LanguageProvider } from './language/language.js';
import type { LanguageCode } from './language/languageCode.js';
import { OwnKeyProvider } from './ownKey.js';

/** The root component, the same on the server and in the browser. */
export const Page = ({ preferred }: { preferred: LanguageCode }) => (
  <LanguageProvider preferred={preferred}>
    <OwnKeyProvider>
      <App />
    </OwnKeyProvider>
  </LanguageProvider>
);
