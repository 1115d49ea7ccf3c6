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

  const left = async (text: string) => {
    const { services, ...found } = await ask(text);
    const names = ['Painter 0', 'Painter 1', 'Painter 2'].filter((name) =>
      services.some((service) => service.name === name),
    );
    return { ...found, names };
  };
  await t.test('a negation refuses all members of its list, and nothing after "but"', async (t) => {
    for (const text of [
      'image generation not from zugello or coingecko',
      'image generation not from coingecko, zugello',
      'image generation, nothing from acme, zugello or coingecko',
      'image generation from neither zugello nor coingecko',
      'image generation excluding zugello and coingecko',
      'image generation except coingecko, zugello',
      'image generation without Zugello, Coingecko',
      'image generation without zugello, coingecko',
      'image generation without coingecko or zugello',
      'image generation not from coingecko or acme or zugello',
      'image generation without hugen or coingecko or zugello',
      'image generation from neither acme, zugello nor coingecko',
      'image generation not from zugello & coingecko',
      'image generation -zugello !coingecko',
      'image generation sans zugello or coingecko',
      'image generation never zugello or coingecko',
      '画像生成、zugello、coingecko以外',
      'zugelloやcoingecko以外で画像生成',
      'zugello、coingecko抜きで画像生成',
      'zugelloもcoingeckoも使わずに画像生成',
      'zugelloでもcoingeckoでもない画像生成',
    ]) {
      const { names, constraints, notUnderstood } = await left(text);
      t.strictSame(names, ['Painter 1'], text);
      t.ok(constraints.without?.includes('zugello') && constraints.without.includes('coingecko'), text);
      t.strictSame(notUnderstood, [], text);
    }
    for (const text of [
      'image generation not from zugello but from coingecko',
      'not from zugello but from coingecko: image generation',
      'zugelloではなくcoingeckoの画像生成',
    ]) {
      const found = await left(text);
      t.notOk(found.names.includes('Painter 0'), text);
      t.ok(found.names.includes('Painter 2'), text);
      t.strictSame(found.constraints, { without: ['zugello'] }, text);
      t.ok(found.tokens.includes('coingecko'), 'it is wanted');
    }
    t.ok((await names('not from zugello, paint')).includes('Painter 1'), 'what is wanted may come after the comma');
  });

  await t.test('a refused address is refused with all of its provider, and with nobody else', async (t) => {
    for (const [text, without] of [
      ['image generation not from zugello.example', ['zugello.example']],
      ['image generation without api.zugello.example', ['zugello.example']],
      ['zugello.example以外の画像生成', ['zugello.example']],
      ['image generation except https://api.zugello.example/draw', ['zugello.example']],
      ['image generation not from zugello.example or coingecko.com', ['zugello.example', 'coingecko.com']],
      ['image generation except zugello.example and https://coingecko.com/draw', ['zugello.example', 'coingecko.com']],
    ] as const) {
      const { names, constraints, notUnderstood } = await left(text);
      t.strictSame(names, without.length > 1 ? ['Painter 1'] : ['Painter 1', 'Painter 2'], text);
      t.strictSame([constraints, notUnderstood], [{ without }, []], text);
    }
    const wanted = await ask('zugello.exampleで画像生成');
    t.equal(wanted.services[0]?.name, 'Painter 0', 'an address beside Japanese is an address');
  });

  await t.test('a negation that is not applied names nobody', async (t) => {
    for (const text of ['image generation neither zugello nor coingecko', 'ban zugello image generation']) {
      const { services, notUnderstood } = await ask(text);
      t.equal(notUnderstood.length, 1, text);
      for (const { relevance } of services) t.ok(relevance.score < 1, text);
    }
  });

  await t.test('a negation that is not applied is named', async (t) => {
    for (const [text, named] of [
      ['image generation without login', ['login']],
      ['image generation without signup or watermarks', ['signup', 'watermarks']],
      ['image generation, no faces', ['faces']],
      ['image generation that does not look robotic', ['that does not look robotic']],
      ['image generation, neither anime nor realistic', ['neither anime nor realistic']],
      ['登録もログインも不要な画像生成', ['登録', 'ログイン']],
      ['データを保存しない画像生成', ['データを保存しない']],
      ['under 1 cent, not crypto', ['crypto']],
    ] as const) {
      const { notUnderstood, constraints } = await ask(text);
      t.strictSame(notUnderstood, named, text);
      t.equal(constraints.without, undefined, text);
    }
    const word = await left('image generation without paint, zugello');
    t.strictSame(word.names, ['Painter 2'], 'a word that may be a thing is refused as the name of a provider');
    t.strictSame([word.constraints.without, word.notUnderstood], [['zugello'], ['paint']]);
    t.strictSame((await ask('image generation')).notUnderstood, []);
  });
}
