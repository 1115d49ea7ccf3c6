import { manifest } from './workspace.js';

/** Exits the process with a message if this Node.js is older than package.json requires. */
export function requireNode() {
  const wanted = manifest.engines.node.replace(/^\D+/, '');
  if (process.versions.node.localeCompare(wanted, 'en', { numeric: true }) >= 0) return;
  console.error(`Shirube needs Node.js ${wanted} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
