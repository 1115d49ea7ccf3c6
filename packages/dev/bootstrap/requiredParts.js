const known = ['redis', 'meilisearch', 'nginx', 'chromium', 'schemathesis', 'helm', 'kubeconform'];

/** REQUIRE_PARTS contains an unknown part. */
export class UnknownPart extends Error {}

/**
 * Parses REQUIRE_PARTS: the parts without which a test run fails.
 * @param {string} [names] separated by commas
 */
export function requiredParts(names = '') {
  const parts = names.split(',').map((name) => name.trim().toLowerCase());
  const wrong = parts.filter((part) => part && !known.includes(part));
  if (wrong.length > 0) throw new UnknownPart(`REQUIRE_PARTS names ${wrong.join(', ')}; known are ${known.join(', ')}`);
  return parts.filter(Boolean);
}

/**
 * Returns the skipped tests of required parts. Each skip reason names the missing part.
 * @param {Iterable<string>} skipped
 * @param {string[]} parts
 */
export function missingParts(skipped, parts) {
  return [...skipped].filter((what) => parts.some((part) => what.toLowerCase().includes(part)));
}
