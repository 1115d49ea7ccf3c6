import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifest, members, root } from './workspace.js';

/**
 * Returns the section of the change log for a version, without its heading.
 * @param {string} changeLog
 * @param {string} version
 */
export function notesOf(changeLog, version) {
  const [, notes] = changeLog.split(`\n## ${version}\n`);
  if (notes === undefined) throw new Error(`docs/CHANGELOG.md has no section ${version}.`);
  return (notes.split('\n## ')[0] ?? '').trim();
}

/** Returns the release notes for the version of this checkout. Throws if the packages have different versions. */
export function releaseNotes() {
  const read = (/** @type {string[]} */ ...path) => readFileSync(join(root, ...path), 'utf8');
  const others = members().filter((member) => JSON.parse(read(member, 'package.json')).version !== manifest.version);
  if (others.length > 0)
    throw new Error(`These packages do not have version ${manifest.version}: ${others.join(', ')}.`);
  return notesOf(read('docs', 'CHANGELOG.md'), manifest.version);
}

// node packages/dev/bootstrap/releaseNotes.js prints the notes.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(releaseNotes());
