import { compileFaults } from './compileFaults.js';
import type { Faults } from './faults.js';
import { readRegistration } from './readRegistration.js';
import type { Registration } from './service.js';
import { ServicePatch } from './servicePatch.js';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As deep as members have names of ours. What lies deeper is refused, or is a schema or an example: those are replaced whole. */
const deepest = 2;

/** What a JSON Merge Patch (RFC 7396) makes of a value: null removes a member, everything else replaces it. */
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

/** The registration that a patch makes of another, or every fault: of what comes of it, else of the patch. */
export function patchRegistration(registration: Registration, patch: unknown): { registration: Registration } | Faults {
  const read = readRegistration(mergePatch(registration, patch));
  if ('faults' in read) return read;
  // To remove what never was there changes nothing, and is a mistake all the same.
  return patchFaults(patch) ?? read;
}
