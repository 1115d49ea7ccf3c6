import { hydrate, render } from 'preact';
import { asCode } from './language/languageCode.js';
import { Page } from './page.js';
import { followHistory } from './place.js';
import { receive } from './useAnswer.js';

const page = <Page preferred={asCode(document.documentElement.lang) ?? 'en'} />;
const answers = document.getElementById('answers');

followHistory();
if (answers) {
  receive(JSON.parse(answers.textContent));
  hydrate(page, document.body);
} else {
  // The server could not answer: the page asks by itself, and tells how that goes.
  document.body.replaceChildren();
  render(page, document.body);
}
