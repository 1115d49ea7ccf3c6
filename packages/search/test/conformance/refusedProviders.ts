import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { intentSearch } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** A refused provider is left out, however that is said. */
export async function refusedProviderConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const language = await loadLanguage();
  const ask = (text: string) => intentSearch(reader, language, { text, filter: {}, limit: 20 });
  const namesOf = ({ services }: Awaited<ReturnType<typeof ask>>) => services.map(({ name }) => name);
  const names = async (text: string) => namesOf(await ask(text));
  const endpoints = ['https://api.zugello.example/draw', 'https://paint.example/draw', 'https://coingecko.com/draw'];
  const painters = endpoints.map((endpoint, i) => {
    const { service, ...rest } = entry(960 + i, { name: `Painter ${i}`, description: 'Generates images from text.' });
    return { ...rest, service: { ...service, endpoint } };
  });
  await index.apply(painters.map((upsert) => ({ upsert })));
  for (const text of [
    'image generation, but not from zugello',
    'image generation not by zugello',
    'image generation without zugello',
    'image generation from anyone but zugello',
    'zugello以外で画像生成',
  ]) {
    const found = await ask(text);
    t.ok(namesOf(found).includes('Painter 1'), text);
    t.notOk(namesOf(found).includes('Painter 0'), text);
    t.strictSame(found.constraints, { without: ['zugello'] }, text);
  }
  t.notOk((await names('avoid coingecko, image generation')).includes('Painter 2'), 'nor one whose name is a word');
  t.ok((await names('image generation without signup')).includes('Painter 0'));
  t.strictSame((await ask('登録不要の画像生成')).constraints, {}, 'what need not be there is no provider');
}
