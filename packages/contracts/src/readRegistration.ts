import { compileFaults } from './compileFaults.js';
import { detailsOf } from './details.js';
import type { Faults } from './faults.js';
import { Registration } from './service.js';

const faultsOf = compileFaults(Registration);

/** Returns a valid registration as it is stored, with trimmed texts. */
export function normalizeRegistration(registration: Registration): Registration {
  const { name, description, endpoint, category, pricing, x402Config, provider, tags, ...rest } = registration;
  const details = detailsOf({
    ...rest,
    ...(provider ? { provider: { ...provider, name: provider.name.trim() } } : {}),
    ...(tags ? { tags: [...new Set(tags.map((tag) => tag.trim()))] } : {}),
  });
  return { name: name.trim(), description: description.trim(), endpoint, category, pricing, x402Config, ...details };
}

/** Parses an untrusted registration. Returns the registration as it is stored, or all faults at once. */
export const readRegistration = (body: unknown): { registration: Registration } | Faults =>
  faultsOf(body) ?? { registration: normalizeRegistration(body as Registration) };
