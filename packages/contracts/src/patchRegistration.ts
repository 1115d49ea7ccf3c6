import { isObject } from '@shirube/domain';
import { compileFaults } from './compileFaults.js';
import type { Faults } from './faults.js';
import { readRegistration } from './readRegistration.js';
import type { Registration } from './service.js';
import { ServicePatch } from './servicePatch.js';

/**
 * The depth down to which we define the member names. Anything deeper is refused, or is a schema or an example, which
 * is replaced as a whole.
 */
const deepest = 2;

/** Applies a JSON Merge Patch (RFC 7396): null removes a member, any other value replaces it. */
function mergePatch(target: unknown, patch: unknown, depth = deepest): unknown {
  if (!isObject(patch) || depth === 0) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, depth - 1));
  }
  return Object.fromEntries(merged);
}

const patchFaults = compileFaults(ServicePatch);

/** Applies a patch to a registration. Returns the result, or all faults: those of the result, or else of the patch. */
export function patchRegistration(registration: Registration, patch: unknown): { registration: Registration } | Faults {
  const read = readRegistration(mergePatch(registration, patch));
  if ('faults' in read) return read;
  // Removing a member that does not exist changes nothing, but is still a mistake.
  return patchFaults(patch) ?? read;
}
