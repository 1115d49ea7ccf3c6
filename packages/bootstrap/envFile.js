import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * The ids of the two keys that the services have in Meilisearch. A key of Meilisearch is made of its id and the master
 * key, so both are known before Meilisearch runs; `shirube engine keys` makes them there under the same ids.
 */
export const meilisearchKeyIds = {
  MEILI_READER_KEY: '73a4479d-7a73-4456-8c58-a4ff9c7f749a',
  MEILI_INDEXER_KEY: '6bdaad86-9a96-4ca5-87b2-b5669b64d9cb',
};

/**
 * New random secrets for every part, by the name of their variable.
 * @param {string} [masterKey] of a Meilisearch that has one
 */
export function makeSecrets(masterKey = random()) {
  const keys = Object.entries(meilisearchKeyIds).map(([name, id]) => [name, meilisearchKey(masterKey, id)]);
  return {
    POSTGRES_PASSWORD: random(),
    POSTGRES_READER_PASSWORD: random(),
    REDIS_PASSWORD: random(),
    METRICS_TOKEN: random(),
    MEILI_MASTER_KEY: masterKey,
    ...Object.fromEntries(keys),
    BOOTSTRAP_API_KEY: `shk_${randomBytes(32).toString('base64url')}`,
  };
}

// Hexadecimal, so that no shell, address or file format gives a character another meaning.
function random() {
  return randomBytes(24).toString('hex');
}

/**
 * The key that Meilisearch gives out under an id.
 * @param {string} masterKey
 * @param {string} id
 */
export function meilisearchKey(masterKey, id) {
  return createHmac('sha256', masterKey).update(id).digest('hex');
}

/**
 * Writes the secrets that the file lacks, all of them when there is none, and leaves what it has as it is. Returns the
 * names of those it has written.
 * @param {string} file
 */
export function writeSecrets(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const missing = Object.entries(makeSecrets(present.get('MEILI_MASTER_KEY'))).filter(([name]) => !present.has(name));
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('');
  appendFileSync(file, text === '' || text.endsWith('\n') ? lines : `\n${lines}`, { mode: 0o600 });
  return missing.map(([name]) => name);
}
