import { render } from 'preact';
import { App } from './app.js';
import { LanguageProvider } from './language/language.js';
import { followHistory } from './place.js';

followHistory();
render(
  <LanguageProvider>
    <App />
  </LanguageProvider>,
  document.body,
);
