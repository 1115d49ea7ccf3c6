import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { intentSearch } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** Services and the questions that they answer, in pairs of opposites. */
const pairs = [
  [
    ['Paperize', 'Renders Word files as PDF.', 'turn this Word file into a PDF', 'WordファイルをPDFに変換して'],
    ['Reflow', 'Rebuilds PDFs as editable Word documents.', 'edit a PDF in Word', 'PDFをWordに戻して編集したい'],
  ],
  [
    [
      'Pinpoint',
      'Turns street addresses into coordinates.',
      'convert an address to coordinates',
      '住所から緯度経度を調べたい',
    ],
    [
      'Doorplate',
      'Returns the address at a coordinate.',
      'which address is at 35.6, 139.7',
      '緯度経度から住所を知りたい',
    ],
  ],
  [
    ['Recito', 'Text to speech with natural voices.', 'read this article aloud', '文章を音声で読み上げて'],
    ['Minutes', 'Transcribes recordings to text.', 'write down what was said in a recording', '録音を文字にして'],
  ],
  [
    ['Capsule', 'Adds a password to PDFs.', 'protect a PDF with a password', 'PDFにパスワードをかけたい'],
    ['Opener', 'Removes the password from PDFs.', 'remove the password of my PDF', 'PDFのパスワードを解除したい'],
  ],
] as const;

/** Of two services that do the opposite, the one that a question means comes first. */
export async function oppositeConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const services = pairs.flat();
  await index.apply(services.map(([name, description], n) => ({ upsert: entry(n + 1, { name, description }) })));
  const language = await loadLanguage();
  for (const [name, , ...questions] of services) {
    for (const text of questions) {
      const answer = await intentSearch(reader, language, { text, filter: {}, limit: 2 });
      t.equal(answer.services[0]?.name, name, text);
    }
  }
}
