interface EmbeddingsRequest {
  model: string | undefined;
  key: string | undefined;
  texts: readonly string[];
  milliseconds: number;
}

/** Returns the URL of the embeddings, given that URL itself, that of the API (…/v1) or that of the server. */
export function embeddingsUrl(base: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/embeddings')) url.pathname = `${path}${path.endsWith('/v1') ? '' : '/v1'}/embeddings`;
  return url.href;
}

/**
 * Requests the vectors of the texts from an OpenAI-compatible API, in order and with length 1. Rejects for any other
 * response.
 */
export async function requestEmbeddings(
  url: string,
  { model, key, texts, milliseconds }: EmbeddingsRequest,
): Promise<Float32Array[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ input: texts, encoding_format: 'float', ...(model === undefined ? {} : { model }) }),
    signal: AbortSignal.timeout(milliseconds),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { data }: { data?: { index: number; embedding: number[] }[] } = JSON.parse(await response.text());
  const vectors = [...(data ?? [])].sort((a, b) => a.index - b.index).map(({ embedding }) => ofLength1(embedding));
  const dimensions = vectors[0]?.length ?? 0;
  const isComplete = vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite));
  if (vectors.length !== texts.length || dimensions === 0 || !isComplete)
    throw new Error('the response has no vectors');
  return vectors;
}

function ofLength1(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}
