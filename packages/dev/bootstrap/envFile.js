import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * The ids of the two Meilisearch keys of the services. A Meilisearch key is derived from its id and the master key, so
 * both are known before Meilisearch runs. `shirube engine keys` creates them in Meilisearch with the same ids.
 */
export const meilisearchKeyIds = {
  MEILI_READER_KEY: '73a4479d-7a73-4456-8c58-a4ff9c7f749a',
  MEILI_INDEXER_KEY: '6bdaad86-9a96-4ca5-87b2-b5669b64d9cb',
};

/**
 * Creates random secrets for every part, by the name of their variable.
 * @param {string} [masterKey] the existing master key of Meilisearch, if there is one
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

// Hexadecimal, so that no character is special in a shell, a URL or a file format.
function random() {
  return randomBytes(24).toString('hex');
}

/**
 * Returns the key that Meilisearch derives for an id.
 * @param {string} masterKey
 * @param {string} id
 */
export function meilisearchKey(masterKey, id) {
  return createHmac('sha256', masterKey).update(id).digest('hex');
}

/**
 * Adds the missing secrets to the file, which is created if necessary. Existing values are not changed. Returns the
 * names of the secrets that were written.
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
