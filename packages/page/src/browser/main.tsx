import { hydrate, render } from 'preact';
import { drawnPage, serviceScript } from './drawnPages.js';
import { learn, remembered } from './language/language.js';
import { asCode } from './language/languageCode.js';
import { Page } from './page.js';
import { followHistory } from './place.js';
import { keep, receive } from './useAnswer.js';

const language = asCode(document.documentElement.lang) ?? 'en';
const page = <Page preferred={language} />;
const answers = document.getElementById('answers');
const drawn = drawnPage(location.pathname);

followHistory();
await Promise.all([learn(language), learn(remembered() ?? language)]);
if (answers) {
  receive(JSON.parse(answers.textContent));
  // The server-rendered page stays visible while its script loads.
  if (drawn) keep(`script ${drawn.name}`, await drawn.load());
  hydrate(page, document.body);
} else {
  // The server could not fetch the data: the page requests it itself and shows the progress.
  document.body.replaceChildren();
  render(page, document.body);
}
// The list preloads the script of services, so that they open at once. If that fails, opening a service tries again.
if (location.pathname === '/') {
  serviceScript.load().then(
    (script) => keep(`script ${serviceScript.name}`, script),
    () => {},
  );
}
