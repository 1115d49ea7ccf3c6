import { createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/**
 * The ids of the two keys that the services have in Meilisearch. A key of Meilisearch is made of its id and the master
 * key, so both are known before Meilisearch runs; `shirube engine keys` makes them there under the same ids.
 */
export const meilisearchKeyIds = {
  MEILI_READER_KEY: '73a4479d-7a73-4456-8c58-a4ff9c7f749a',
  MEILI_INDEXER_KEY: '6bdaad86-9a96-4ca5-87b2-b5669b64d9cb',
};

/** New random secrets for every part, by the name of their variable. */
export function makeSecrets() {
  // Hexadecimal, so that no shell, address or file format gives a character another meaning.
  const random = () => randomBytes(24).toString('hex');
  const masterKey = random();
  const keys = Object.entries(meilisearchKeyIds).map(([name, id]) => [name, meilisearchKey(masterKey, id)]);
  return {
    POSTGRES_PASSWORD: random(),
    REDIS_PASSWORD: random(),
    MEILI_MASTER_KEY: masterKey,
    ...Object.fromEntries(keys),
    BOOTSTRAP_API_KEY: `shk_${randomBytes(32).toString('base64url')}`,
  };
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
 * Writes the secrets to a file that must not exist yet; returns whether it did not.
 * @param {string} file
 */
export function writeSecrets(file) {
  const lines = Object.entries(makeSecrets()).map(([name, value]) => `${name}=${value}\n`);
  try {
    writeFileSync(file, lines.join(''), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
