import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The package.json of the root. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The folders of all packages and services, relative to the root. */
export function members() {
  return ['packages', 'services'].flatMap((group) =>
    readdirSync(join(root, group))
      .map((name) => join(group, name))
      .filter((member) => existsSync(join(root, member, 'package.json'))),
  );
}

/**
 * The members that have such a file or folder.
 * @param {string} name
 */
export function membersWith(name) {
  return members().filter((member) => existsSync(join(root, member, name)));
}
