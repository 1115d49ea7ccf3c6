import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settings } from '@shirube/service-kit/settings';
import { hasLocalCatalog } from '../stack/openCatalog.js';
import { type Finding, fault, ok, warning } from './finding.js';

const oldestNode = [20, 19] as const;
const gibibyte = 1024 ** 3;

/** Whether this Node is one that Shirube runs on. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (fits) return ok('Node', version);
  return fault('Node', version, `Install Node ${oldestNode.join('.')} or newer.`);
}

/** Whether the data directory is there, holds a catalog and has room to grow. */
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
  const { bavail, bsize } = await statfs(directory);
  const free = `${(((bavail * bsize) / gibibyte) | 0).toLocaleString('en')} GiB free`;
  if (bavail * bsize < gibibyte) {
    return warning(part, `${directory}, less than 1 GiB free`, 'Make room: Postgres stops when the disk is full.');
  }
  return ok(part, `${directory}, ${free}`);
}
