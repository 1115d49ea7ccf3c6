import { compileCheck } from './compileFaults.js';
import { noteDetailFaults } from './detailFaults.js';
import { detailsOf } from './details.js';
import { createFaultList, type FaultList, type Faults } from './faults.js';
import { canonicalChain, meantNetworkHint } from './networks.js';
import { paymentAddressFault } from './paymentAddress.js';
import { Registration } from './service.js';

const checkForm = compileCheck(Registration);

function stringAt(value: unknown, ...path: string[]): string | undefined {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return typeof current === 'string' && current !== '' ? current : undefined;
}

/** Returns the faults of a registration body: its form, details, network, and address on that network. */
function registrationFaults(body: unknown, list: FaultList): Faults | undefined {
  checkForm(body, list);
  if (typeof body === 'object' && body !== null) noteDetailFaults(body, list);
  const network = stringAt(body, 'x402Config', 'network');
  const address = stringAt(body, 'x402Config', 'paymentAddress');
  const isKnown = network !== undefined && canonicalChain(network) !== undefined;
  if (network && !isKnown) {
    list.add(
      'x402Config.network',
      `must be a known network name or a CAIP-2 id such as "eip155:8453"${meantNetworkHint(network)}`,
    );
  }
  // Without a known network, an address is faulty if it is valid on none.
  const expected = address && paymentAddressFault(address, isKnown ? network : undefined);
  if (expected) {
    const place = isKnown ? ` (the network is ${network})` : '';
    list.add('x402Config.paymentAddress', `must be ${expected}${place}`);
  }
  return list.found();
}

/**
 * Parses an untrusted registration. Returns the registration as it is stored, with trimmed texts, or all faults at
 * once. `list` may already hold faults of the surrounding input.
 */
export function readRegistration(body: unknown, list = createFaultList()): { registration: Registration } | Faults {
  const faults = registrationFaults(body, list);
  if (faults) return faults;
  const { name, description, endpoint, category, pricing, x402Config, provider, tags, ...rest } = body as Registration;
  const details = detailsOf({
    ...rest,
    ...(provider ? { provider: { ...provider, name: provider.name.trim() } } : {}),
    ...(tags ? { tags: [...new Set(tags.map((tag) => tag.trim()))] } : {}),
  });
  const texts = { name: name.trim(), description: description.trim() };
  return { registration: { ...texts, endpoint, category, pricing, x402Config, ...details } };
}
