const skip = /^\s*ok \d+(?: - )?(.*) # SKIP ?(.*)$/;

/**
 * Parses the TAP output of a test file: the assertion counts, and what was skipped and why. Output without a plan is
 * truncated, which counts as a failure.
 * @param {string[]} lines
 */
export function readTap(lines) {
  const sums = lines.findLast((line) => line.startsWith('# { total: ')) ?? '';
  const sum = (/** @type {string} */ name) => Number(new RegExp(`${name}: (\\d+)`).exec(sums)?.[1] ?? 0);
  const skipped = lines.flatMap((line) => {
    const [, name, why] = skip.exec(line) ?? [];
    return name === undefined ? [] : [`${name}: ${why}`];
  });
  const isWhole = lines.some((line) => line.startsWith('1..'));
  return { passed: sum('pass'), failed: isWhole ? sum('fail') : Math.max(sum('fail'), 1), skipped };
}

/**
 * Returns the relevant output of a failed file: everything except the assertions that passed.
 * @param {string[]} lines
 */
export function failures(lines) {
  let details = false;
  return lines.filter((line) => {
    if (/^\s+---$/.test(line)) details = true;
    if (/^\s+\.\.\.$/.test(line)) details = false;
    return details || !/^\s*(ok \d|\d+\.\.\d|# |TAP version|$)/.test(line);
  });
}
