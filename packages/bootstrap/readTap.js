const skip = /^\s*ok \d+(?: - )?(.*) # SKIP ?(.*)$/;

/**
 * Reads what a test file has printed: the sums of its assertions, and what was skipped and why. Output without a plan
 * was cut short, which is a failure.
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
 * What a reader wants of a failed file: everything but the parts that went well.
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
