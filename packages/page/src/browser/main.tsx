import { hydrate, render } from 'preact';
import { App } from './app.js';
import { asCode, loadMessages, storedLanguage } from './language/language.js';
import { pageAt, servicePage } from './pages.js';
import { trackHistory } from './place.js';
import { takeOver } from './useAnswer.js';

const language = asCode(document.documentElement.lang) ?? 'en';
const app = <App preferred={language} />;
const answers = document.getElementById('answers');
const { page } = pageAt({ path: location.pathname, search: '' });

trackHistory();
await Promise.all([loadMessages(language), loadMessages(storedLanguage() ?? language)]);
if (answers) {
  takeOver(JSON.parse(answers.textContent));
  // The server-rendered page stays visible while its script loads.
  await page.load();
  hydrate(app, document.body);
} else {
  // The server could not fetch the data: the page requests it itself and shows the progress.
  document.body.replaceChildren();
  render(app, document.body);
}
// The list preloads the script of services, so that they open at once. If that fails, opening a service tries again.
if (location.pathname === '/') servicePage.load().catch(() => {});
