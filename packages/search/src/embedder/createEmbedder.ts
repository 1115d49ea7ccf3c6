import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '@shirube/language';
import { LRUCache } from 'lru-cache';
import { halfDimensions } from '../intent/vectors.js';
import { createAxes } from './axes.js';
import { embeddingsUrl, requestEmbeddings } from './requestEmbeddings.js';

/** The environment variables that configure a model of the operator. */
export interface EmbedderSettings {
  EMBEDDER_URL?: string | undefined;
  EMBEDDER_MODEL?: string | undefined;
  EMBEDDER_API_KEY?: string | undefined;
  EMBEDDER_DEADLINE_MS: number;
}

/** Computes the vectors of texts with a model over HTTP, instead of the language's own `meaning`. */
export interface Embedder {
  /** Distinguishes its vectors from those of another model. */
  version: string;
  /** Returns the vector of a query, of length 1. Undefined if the model does not respond in time. */
  query(text: string): Promise<Float32Array | undefined>;
  /** Returns the vectors of the texts of documents, in order. Undefined if the model does not respond. */
  documents(texts: readonly string[]): Promise<readonly Float32Array[] | undefined>;
}

/** The number of texts in one request, and how many times longer than a query they may take. */
const batchSize = 64;
const patience = 20;
/** Milliseconds to back off after the model failed. */
const rest = 2_000;
/** The number of queries whose vectors are cached. */
const mostCached = 2_000;

/** Creates the embedder that the variables configure, or returns undefined if they configure none. */
export function createEmbedder(settings: EmbedderSettings, language: Language): Embedder | undefined {
  const { EMBEDDER_URL: base, EMBEDDER_MODEL: model, EMBEDDER_API_KEY: key, EMBEDDER_DEADLINE_MS: deadline } = settings;
  if (base === undefined) return undefined;
  const url = embeddingsUrl(base);
  const known = new LRUCache<string, Float32Array>({ max: mostCached });
  let axes: Promise<ReturnType<typeof createAxes>> | undefined;
  let restsUntil = 0;
  let hasFailed = false;

  const request = (texts: readonly string[], milliseconds: number) =>
    requestEmbeddings(url, { model, key, texts, milliseconds });

  /** The vectors may have any number of axes. Only those that separate the tasks are kept. */
  function findAxes() {
    axes ??= request(language.examples(halfDimensions), patience * deadline).then(createAxes);
    axes.catch(() => {
      axes = undefined;
    });
    return axes;
  }

  async function embed(texts: readonly string[], milliseconds: number): Promise<Float32Array[] | undefined> {
    if (performance.now() < restsUntil) return undefined;
    try {
      const late = delay(milliseconds, undefined, { ref: false }).then(() => {
        throw new Error('no response in time');
      });
      const [project, vectors] = await Promise.race([Promise.all([findAxes(), request(texts, milliseconds)]), late]);
      hasFailed = false;
      return vectors.map(project);
    } catch (error) {
      restsUntil = performance.now() + rest;
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasFailed)
        process.emitWarning(`EMBEDDER_URL: ${reason}. The built-in table of meanings is used until it responds.`);
      hasFailed = true;
      return undefined;
    }
  }

  return {
    version: createHash('sha256').update(`${url} ${model} ${language.version}`).digest('hex').slice(0, 12),
    async query(text) {
      const found = known.get(text) ?? (await embed([text], deadline))?.[0];
      if (found) known.set(text, found);
      return found;
    },
    async documents(texts) {
      const found: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += batchSize) {
        const batch = await embed(texts.slice(from, from + batchSize), patience * deadline);
        if (!batch) return undefined;
        found.push(...batch);
      }
      return found;
    },
  };
}
