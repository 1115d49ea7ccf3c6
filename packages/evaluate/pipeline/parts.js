import { readFileSync } from 'node:fs';
import { loadLanguage } from '@shirube/language';
import { createDocumentReader } from '../../search/dist/document/documentWords.js';
import { toDocument } from '../../search/dist/document/toDocument.js';
import { coverage } from '../../search/dist/intent/coverage.js';
import { blockSize, lengthNorm, shares, substance } from '../../search/dist/intent/formula.js';
import { descriptionTerms, intentFeatures, lengthIn, shareIn } from '../../search/dist/intent/intentFeatures.js';
import { intentQuery } from '../../search/dist/intent/intentQuery.js';
import { tokenMatches } from '../../search/dist/intent/tokenMatches.js';
import { halfDimensions, wordsHalf } from '../../search/dist/intent/vectors.js';
import { weighQuery } from '../../search/dist/intent/weighQuery.js';
import { readCatalogEntries } from '../dist/catalogEntries.js';

// Prints the parts of the score of the best services for each query, with their grades, as learn.py reads them.
const [catalog, queries] = process.argv.slice(2);
if (!queries) {
  console.error('Usage: node packages/evaluate/pipeline/parts.js CATALOG.ndjson QUERIES.ndjson > parts.ndjson');
  process.exit(2);
}
const language = await loadLanguage();
const read = createDocumentReader(language);

/** Half of a service's vector, of length 1: that of its words (0) or that of its meaning (1). */
function half(vector, offset) {
  const own = Array.from({ length: halfDimensions }, (_, i) => vector[2 * i + offset] ?? 0);
  const length = Math.hypot(...own) || 1;
  return own.map((value) => value / length);
}
const dot = (a, b) => (a && b ? a.reduce((sum, value, i) => sum + value * b[i], 0) : 0);

const services = (await readCatalogEntries(catalog)).map((entry) => {
  const { terms, leading, weights, vector } = intentFeatures(language, read(toDocument(entry)));
  return {
    endpoint: entry.service.endpoint,
    weights: new Map(terms.map((term, i) => [term, weights[i]])),
    leading: terms.slice(0, leading),
    norm: lengthNorm(weights.reduce((sum, packed) => sum + lengthIn(packed), 0)),
    substance: substance(descriptionTerms(weights)),
    words: wordsHalf(vector),
    meaning: half(vector, 1),
  };
});
const frequencies = new Map();
for (const { leading } of services) for (const term of leading) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
const known = new Set(services.flatMap(({ weights }) => [...weights.keys()]));
const statistics = {
  services: services.length,
  frequency: (term) => frequencies.get(term) ?? (known.has(term) ? 1 : 0),
};

for (const line of readFileSync(queries, 'utf8').trim().split('\n')) {
  const { lang, q, grades } = JSON.parse(line);
  const query = intentQuery(language, language.analyzeQuery(q));
  const { groups } = weighQuery(query, statistics);
  const found = services.map((service) => {
    const gains = groups.map(({ terms }) =>
      Math.max(0, ...terms.map(({ term, gain }) => gain * shareIn(service.weights.get(term) ?? 0, service.norm))),
    );
    const sum = (isTask) =>
      gains.reduce((total, gain, i) => total + ((groups[i].token === '') === isTask ? gain : 0), 0);
    const parts = {
      words: sum(false) / shares.words,
      vector: Math.max(0, dot(service.words, query.vector)),
      meaning: Math.max(0, dot(service.meaning, query.meaning)),
      tasks: sum(true) / shares.tasks,
    };
    return { service, parts, score: scoreOf(parts) };
  });
  const best = found.sort((a, b) => b.score - a.score).slice(0, blockSize);
  for (const one of best) {
    const { weights, norm } = one.service;
    one.parts.coverage = coverage(groups, tokenMatches(groups, weights, norm));
    one.score = scoreOf(one.parts) * one.service.substance;
  }
  const examples = [...best].sort((a, b) => b.score - a.score).slice(0, 3);
  const centre = Array.from({ length: halfDimensions }, (_, i) =>
    examples.reduce((sum, { score, service }) => sum + score ** 3 * (service.words?.[i] ?? 0), 0),
  );
  const length = Math.hypot(...centre) || 1;
  for (const { parts, service } of best) parts.likeness = Math.max(0, dot(service.words, centre)) / length;
  const answers = best.map(({ parts, service }) => ({
    parts: Object.keys(shares).map((part) => parts[part] * service.substance),
    grade: grades[service.endpoint] ?? 0,
  }));
  console.log(JSON.stringify({ lang, q, best: Object.values(grades).sort((a, b) => b - a), answers }));
}

function scoreOf(parts) {
  return Object.entries(parts).reduce((sum, [part, value]) => sum + shares[part] * value, 0);
}
