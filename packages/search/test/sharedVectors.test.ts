import t from 'tap';
import { createSharedVectors } from '../src/table/sharedVectors.js';

const dimensions = 128;
const count = 2_500;

/** Numbers between -1 and 1, always the same. */
function createNoise() {
  let state = 402;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2_147_483_648;
  };
}

const noise = createNoise();
const theme = Array.from({ length: dimensions }, noise);
/** Half of the vectors lie around a theme, most of which is in their first axes; a few are empty, some are the same. */
const vectors = Array.from({ length: count }, (_, slot) =>
  Int8Array.from(slot % 50 === 0 ? [] : theme, (value, axis) =>
    Math.round((90 * ((slot % 2) * value + noise())) / (1 + axis / 20)),
  ),
).map((vector, slot, all) => (slot % 5 === 0 ? (all[slot % 200] ?? vector) : vector));
const ofSlots = Float32Array.from(vectors, (_, slot) => (slot % 7 === 0 ? Math.abs(noise()) / 2 : 0));
const query = unit(theme.map((value) => value + 0.3 * noise()));

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function cosine(vector: Int8Array): number {
  const length = Math.hypot(...vector);
  return length === 0 ? 0 : vector.reduce((sum, value, i) => sum + (value * (query[i] ?? 0)) / length, 0);
}

function filled() {
  const table = createSharedVectors();
  for (const [slot, vector] of vectors.entries()) table.put(slot, vector);
  return table;
}
type Vectors = ReturnType<typeof filled>;

function search(
  table: Vectors,
  least: number,
  asked: Float32Array | undefined,
  found: (slot: number, score: number) => number,
): void {
  const ofRows = new Float32Array(table.rowCapacity());
  for (const [slot, score] of ofSlots.entries()) {
    const row = table.rowOf()[slot] ?? -1;
    if (row >= 0) ofRows[row] = Math.max(ofRows[row] ?? 0, score);
  }
  table.search({ ofSlots, ofRows }, { query: asked, share: 0.5, least }, found);
}

/** Every slot that reaches `least`, with its score. */
function reaching(table: Vectors, least: number, asked?: Float32Array): Map<number, number> {
  const found = new Map<number, number>();
  search(table, least, asked, (slot, score) => {
    found.set(slot, score);
    return least;
  });
  return found;
}

t.test('finds just those that a comparison with every vector finds', async (t) => {
  const table = filled();
  for (const least of [0.05, 0.2, 0.35, 0.5]) {
    const found = reaching(table, least, query);
    let expected = 0;
    for (const [slot, vector] of vectors.entries()) {
      const score = (ofSlots[slot] ?? 0) + 0.5 * Math.max(0, cosine(vector));
      if (Math.abs(score - least) < 0.001) continue;
      if (score > least) expected += 1;
      const error = Math.abs((found.get(slot) ?? (score > least ? 0 : score)) - score);
      if (error > 0.001) t.fail(`slot ${slot} has ${found.get(slot)} instead of ${score}`);
    }
    t.ok(expected > 0 && expected < count, `${expected} of ${count} reach ${least}`);
  }
});

t.test('counts scores alone where there is no query', async (t) => {
  const expected = vectors.flatMap((_, slot) => ((ofSlots[slot] ?? 0) >= 0.3 ? [slot] : []));
  t.strictSame(
    [...reaching(filled(), 0.3).keys()].sort((a, b) => a - b),
    expected,
  );
});

t.test('asks of later slots what earlier ones have shown to be enough', async (t) => {
  const heights: number[] = [];
  search(filled(), 0.05, query, (_, score) => {
    heights.push(score);
    return score;
  });
  t.strictSame(
    heights,
    heights.toSorted((a, b) => a - b),
  );
  t.equal(heights.at(-1), Math.max(...reaching(filled(), 0.05, query).values()));
});

t.test('keeps one row for slots with the same vector', async (t) => {
  const table = filled();
  t.equal(table.rowOf()[5], table.rowOf()[205]);
  t.not(table.rowOf()[5], table.rowOf()[6]);
});

t.test('forgets what is removed or replaced', async (t) => {
  const table = filled();
  const [best = 0, next = 0] = [...reaching(table, 0.05, query)]
    .filter(([slot]) => ofSlots[slot] === 0)
    .sort(([, a], [, b]) => b - a)
    .map(([slot]) => slot);
  table.remove(best);
  table.put(next, new Int8Array());
  const found = reaching(table, 0.05, query);
  t.notOk(found.has(best));
  t.notOk(found.has(next));
  table.put(next, vectors[best] ?? new Int8Array());
  t.ok(reaching(table, 0.05, query).has(next));
});

t.test('finds the others when one of those that share a vector goes', async (t) => {
  const table = filled();
  const sharing = vectors.flatMap((_, slot) => (slot % 200 === 5 ? [slot] : []));
  const before = reaching(table, 0.05, query);
  t.ok(sharing.every((slot) => before.has(slot)));
  const gone = [sharing.shift(), sharing.pop(), sharing.splice(3, 1)[0]];
  for (const slot of gone) table.remove(slot ?? 0);
  const after = reaching(table, 0.05, query);
  t.ok(sharing.every((slot) => after.get(slot) === before.get(slot)));
  t.notOk(gone.some((slot) => after.has(slot ?? 0)));
});
