import { changeService, importServices, isDatabaseUnavailable } from '@shirube/catalog';
import type { Service } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import fc from 'fast-check';
import type { EventFollower } from './eventFollower.js';
import type { Subject } from './subject.js';

const word = fc.constantFrom('weather', '天気', 'translate', '翻訳', 'maps', 'prices', '株価');
const price = fc.constantFrom('0', '0.001', '0.05', '1.50', '12');
const category = fc.constantFrom('weather', 'finance', 'maps', 'my-own');
const which = fc.nat(1_000);

/** An operation on a directory. `which` selects one of the existing services. */
export const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('register' as const), word, price, category }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('patch' as const), which, word, price }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('status' as const),
      which,
      status: fc.constantFrom('verified' as const, 'unverified' as const, 'inactive' as const),
      trustScore: fc.nat(100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('import' as const),
      count: fc.integer({ min: 1, max: 5 }),
      word,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('holdOpen' as const), which, trustScore: fc.nat(100) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cut' as const) }) },
);
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A sequence of steps. The operations of a step run concurrently, with a crash if the step has one. */
export const story = fc.array(
  fc.record({
    together: fc.array(operation, { minLength: 1, maxLength: 8, size: 'max' }),
    crash: fc.option(which, { freq: 2, nil: undefined }),
  }),
  { minLength: 2, maxLength: 4, size: 'max' },
);
export type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const registering = { type: 'register', word: 'weather', price: '0.001', category: 'weather' } as const;

/** Runs before any story, so that there are services to operate on. */
export const beginning: Story = [{ together: [registering, registering, registering], crash: undefined }];

/** The writes that were confirmed, and so must hold. */
export interface Promised {
  /** Ids of registered services. */
  registered: Set<string>;
  /** Ids of services whose removal was attempted (`doomed`) and confirmed (`removed`). */
  doomed: Set<string>;
  removed: Set<string>;
}

const types: Record<string, string> = { PATCH: 'application/merge-patch+json' };

/** Runs the story, and tolerates the failures that a stopped process causes. */
export async function play(
  subject: Subject,
  follower: EventFollower,
  steps: Story,
  { registered, doomed, removed }: Promised,
): Promise<void> {
  const { url, key, endpoints } = subject;
  const chosen = (number: number) => [...registered][number % Math.max(registered.size, 1)] ?? '';

  async function send(method: string, path: string, body?: object): Promise<Response | undefined> {
    // If a process is down, the outcome of the request is unknown.
    return fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': types[method] ?? 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    }).catch(() => undefined);
  }

  async function run(one: Operation, others: Promise<unknown>): Promise<void> {
    switch (one.type) {
      case 'register': {
        const answer = await send('POST', '/api/services', registrationOf(one, endpoints));
        if (answer?.status === 201) registered.add(((await answer.json()) as Service).id);
        return;
      }
      case 'patch': {
        const pricing = { pricePerRequest: one.price };
        const body = { description: `${one.word} ${one.price}`, pricing };
        await send('PATCH', `/api/services/${chosen(one.which)}`, body);
        return;
      }
      case 'remove': {
        const id = chosen(one.which);
        doomed.add(id);
        if ((await send('DELETE', `/api/services/${id}`))?.status === 204) removed.add(id);
        return;
      }
      case 'status':
        await changeService(subject.database(), chosen(one.which), one);
        return;
      case 'import': {
        const stored = await importServices(
          subject.database(),
          Array.from({ length: one.count }, (_, n) => registration({ name: `${one.word} ${n}` })),
        );
        for (const { id } of stored) registered.add(id);
        return;
      }
      case 'holdOpen': {
        // This transaction takes its position in the feed before the others, and commits after them.
        const client = await subject.database().connect();
        let failed: Error | undefined;
        try {
          await client.query('begin; set local idle_in_transaction_session_timeout = 0');
          await client.query('update services set trust_score = $2 where id = $1', [
            chosen(one.which) || null,
            one.trustScore,
          ]);
          await others;
          await client.query('commit');
        } catch (error) {
          failed = error instanceof Error ? error : new Error(String(error));
          throw failed;
        } finally {
          client.release(failed);
        }
        return;
      }
      case 'cut':
        follower.cut();
    }
  }

  // Only one crash per story, because starting a process takes seconds of processor time.
  const crashing = steps.find(({ crash }) => crash !== undefined);
  for (const step of steps) {
    const { together } = step;
    const crash = step === crashing ? step.crash : undefined;
    const [held, others] = [true, false].map((isHeld) =>
      together.filter(({ type }) => (type === 'holdOpen') === isHeld),
    );
    const never = Promise.resolve();
    // Postgres may be down as well. Then the outcome of a statement is unknown.
    const attempt = (one: Operation, meanwhile: Promise<unknown>) =>
      run(one, meanwhile).catch((error) => {
        if (crash === undefined || !isDatabaseUnavailable(error)) throw error;
      });
    const crashed = crash === undefined ? never : subject.crashes[crash % subject.crashes.length]?.();
    // At most one transaction is held open, because two would wait for each other. It must not wait for operations that
    // wait for it: those on the same service are skipped.
    const heldOne = held?.slice(0, 1) ?? [];
    const isFree = (one: Operation) =>
      heldOne.every((open) => !('which' in one && 'which' in open) || chosen(one.which) !== chosen(open.which));
    const underWay = Promise.all((others ?? []).filter(isFree).map((one) => attempt(one, never)));
    await Promise.all([underWay, crashed, ...heldOne.map((one) => attempt(one, underWay))]);
  }
}

const registrationOf = (
  { word, price, category }: { word: string; price: string; category: string },
  endpoints: readonly string[],
) =>
  registration({
    name: `${word} for ${price}`,
    endpoint: endpoints[price.length % endpoints.length] ?? '',
    description: `${word}, ${category}`,
    category,
    pricing: { currency: 'USDC', pricePerRequest: price },
  });
