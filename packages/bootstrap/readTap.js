/**
 * @typedef {{ name: string, ok: boolean, time: string, lines: string[] }} TestFile
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

const result = /^(not )?ok \d+ - (.*?)(?: # time=(.*))?$/;
const skip = /^\s*ok \d+(?: - )?(.*) # SKIP ?(.*)$/;

/**
 * Reads the output of tap line by line, tells of each test file as it ends, and keeps the sums.
 * @param {(file: TestFile) => void} onFile
 */
export function tapReport(onFile) {
  /** @type {string[]} */
  let lines = [];
  /** @type {TestFile | undefined} */
  let ended;
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Map<string, number>} */
  const skipped = new Map();

  const finish = () => {
    if (ended) onFile(ended);
    ended = undefined;
  };

  return {
    counts,
    /** What was skipped and why, with how often. */
    skipped,
    end: finish,
    /** @param {string} line */
    line(line) {
      const match = result.exec(line);
      if (match) {
        finish();
        ended = { ok: !match[1], name: match[2] ?? '', time: match[3] ?? '', lines: [...lines, line] };
        lines = [];
      } else if (ended && /^ {2}/.test(line)) {
        // The details of a result follow it.
        ended.lines.push(line);
      } else {
        finish();
        lines.push(line);
      }
      const [, name, why] = skip.exec(line) ?? [];
      if (name !== undefined) skipped.set(`${name}: ${why}`, (skipped.get(`${name}: ${why}`) ?? 0) + 1);
      if (line.startsWith('# { total: ')) readSums(line, counts);
    },
  };
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

/**
 * @param {string} line such as `# { total: 3, pass: 1, fail: 1, skip: 1 }`
 * @param {Counts} counts
 */
function readSums(line, counts) {
  const sum = (/** @type {string} */ name) => Number(new RegExp(`${name}: (\\d+)`).exec(line)?.[1] ?? 0);
  counts.passed = sum('pass');
  counts.failed = sum('fail');
  counts.skipped = sum('skip');
}
