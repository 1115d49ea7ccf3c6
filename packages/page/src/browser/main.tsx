import { hydrate, render } from 'preact';
import { App } from './app.js';
import { asCode, learn, remembered } from './language/language.js';
import { pageAt, servicePage } from './pages.js';
import { followHistory } from './place.js';
import { receive } from './useAnswer.js';

const language = asCode(document.documentElement.lang) ?? 'en';
const app = <App preferred={language} />;
const answers = document.getElementById('answers');
const { page } = pageAt({ path: location.pathname, search: '' });

followHistory();
await Promise.all([learn(language), learn(remembered() ?? language)]);
if (answers) {
  receive(JSON.parse(answers.textContent));
  // The server-rendered page stays visible while its script loads.
  if (page.isServerRendered) await page.load();
  hydrate(app, document.body);
} else {
  // The server could not fetch the data: the page requests it itself and shows the progress.
  document.body.replaceChildren();
  render(app, document.body);
}
// The list preloads the script of services, so that they open at once. If that fails, opening a service tries again.
if (location.pathname === '/') servicePage.load().catch(() => {});
