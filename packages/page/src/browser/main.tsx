import { render } from 'preact';
import { App } from './app.js';
import { LanguageProvider } from './language/language.js';
import { OwnKeyProvider } from './ownKey.js';
import { followHistory } from './place.js';

followHistory();
render(
  <LanguageProvider>
    <OwnKeyProvider>
      <App />
    </OwnKeyProvider>
  </LanguageProvider>,
  document.body,
);
