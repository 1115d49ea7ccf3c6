import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { findSimilar, intentSearch, providerIn } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** One domain with very many listings does not hide the others, however many are ranked. */
export async function crowdConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const language = await loadLanguage();
  const listing = (n: number, host: string, price: string, description: string) => {
    const { service, ...rest } = entry(n, { name: `Volcano watch ${n}`, description, price, freeQuota: 1 });
    return { ...rest, service: { ...service, endpoint: `https://${host}/${n}` } };
  };
  const crowd = Array.from({ length: 120 }, (_, n) =>
    listing(n, `${'abc'[n % 3]}.crowd.example`, '0.5', `Volcanic eruption warnings for volcano ${n}.`),
  );
  const others = Array.from({ length: 12 }, (_, n) =>
    listing(
      500 + n,
      `other-${n}.com`,
      n === 0 ? '0.1' : '1',
      'Among more, warnings of a volcanic eruption, for the press.',
    ),
  );
  const ask = (text: string, more = {}) => intentSearch(reader, language, { text, filter: {}, limit: 10, ...more });
  const domains = ({ services }: Awaited<ReturnType<typeof ask>>) =>
    services.map(({ endpoint }) => new URL(endpoint).hostname.split('.').slice(-2).join('.'));
  const text = 'volcanic eruption warnings';

  for (const size of [48, crowd.length]) {
    await index.apply([...crowd.slice(0, size), ...others].map((upsert) => ({ upsert })));
    await t.test(`of ${size} listings of one domain two are among the first ten`, async (t) => {
      for (const asked of [text, `${text}, preferably free`]) {
        const found = domains(await ask(asked));
        t.equal(found.length, 10);
        t.equal(found.filter((domain) => domain === 'crowd.example').length, 2, asked);
      }
    });
    await t.test(`${size} listings of one domain hide no cheaper one, and no other provider`, async (t) => {
      t.equal(domains(await ask(`cheapest ${text}`))[0], 'other-0.com');
      const groups = domains(await ask(text, { byProvider: true, limit: 13 }));
      t.equal(new Set(groups).size, 13);
      const [first] = crowd;
      const similar = first ? await findSimilar(reader, language, first.service, 5) : [];
      t.notOk(
        similar.some((service) => providerIn(service) === 'crowd.example'),
        'nor similar services',
      );
    });
    await t.test(`pages of answers among ${size} listings of one domain make up the whole`, async (t) => {
      const paged = async (limit: number, more = {}) => {
        const ids: string[] = [];
        for (let offset = 0; ; offset += limit) {
          const { services } = await ask(text, { offset, limit, ...more });
          ids.push(...services.map(({ id }) => id));
          if (services.length < limit) return ids;
        }
      };
      const whole = await paged(100);
      t.equal(new Set(whole).size, whole.length);
      t.ok(whole.length > size);
      for (const limit of [45, 20, 7]) t.strictSame(await paged(limit), whole);
      t.strictSame(await paged(3, { byProvider: true }), await paged(100, { byProvider: true }));
    });
  }
}
