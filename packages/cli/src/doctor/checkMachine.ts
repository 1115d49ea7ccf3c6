import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settings } from '@shirube/service-kit/settings';
import { hasLocalCatalog } from '../stack/openCatalog.js';
import { type Finding, fault, ok, warning } from './finding.js';

const oldestNodeJs = [20, 19] as const;
const gibibyte = 1024 ** 3;
/** Disk usage above which there is a warning, and above which there is a fault. */
const fullPercent = 80;
const brimPercent = 95;

/** Whether Shirube supports this version of Node.js. */
export function checkNodeJs(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNodeJs;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (fits) return ok('Node.js', version);
  return fault('Node.js', version, `Install Node.js ${oldestNodeJs.join('.')} or newer.`);
}

/** Whether the data directory exists, holds a catalog and has free space. */
export async function checkDataDirectory(settings: Settings): Promise<Finding> {
  const part = 'data directory';
  if (settings.DATABASE_URL) return ok(part, 'not needed: DATABASE_URL is set');
  const directory = resolve(settings.DATA_DIR);
  const found = await stat(directory).catch(() => undefined);
  if (found && !found.isDirectory()) {
    return fault(part, `${directory} is a file`, 'Set DATA_DIR to a directory.');
  }
  if (!found || !(await hasLocalCatalog(settings))) {
    return fault(
      part,
      `there is no catalog in ${directory}`,
      'Start Shirube once, or set DATA_DIR or DATABASE_URL to where it is.',
    );
  }
  const { blocks, bfree, bavail, bsize } = await statfs(directory);
  const free = `${(((bavail * bsize) / gibibyte) | 0).toLocaleString('en')} GiB free`;
  // As df computes it: blocks that are reserved for root are neither used nor free.
  const used = Math.ceil((100 * (blocks - bfree)) / (blocks - bfree + bavail));
  const finding = `${directory}, ${free}, disk ${used} % full`;
  if (used <= fullPercent) return ok(part, finding);
  const advice = 'Free some space: Postgres stops when the disk is full.';
  return used > brimPercent ? fault(part, finding, advice) : warning(part, finding, advice);
}
