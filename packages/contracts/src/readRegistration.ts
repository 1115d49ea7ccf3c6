import { compileFaults, type Fault } from './faults.js';
import { canonicalChain, nearestNetworkName } from './networks.js';
import { paymentAddressFault } from './paymentAddress.js';
import { Registration } from './service.js';

const schemaFaults = compileFaults(Registration);

function stringAt(value: unknown, ...path: string[]): string | undefined {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return typeof current === 'string' && current !== '' ? current : undefined;
}

/** Every fault of a registration body: its form, its network, and its address against that network. */
function registrationFaults(body: unknown): Fault[] {
  const faults = schemaFaults(body);
  const add = (path: string, message: string) => {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, message });
  };
  const network = stringAt(body, 'x402Config', 'network');
  const address = stringAt(body, 'x402Config', 'paymentAddress');
  if (network && canonicalChain(network) === undefined) {
    add(
      'x402Config.network',
      `must be a known network name or a CAIP-2 id such as "eip155:8453"; did you mean "${nearestNetworkName(network)}"?`,
    );
  } else if (network && address) {
    const expected = paymentAddressFault(address, network);
    if (expected) add('x402Config.paymentAddress', `must be ${expected} (the network is ${network})`);
  }
  return faults;
}

function isFaultless(_body: unknown, faults: readonly Fault[]): _body is Registration {
  return faults.length === 0;
}

/**
 * Reads a registration from untrusted input: every fault at once, or the registration as it is stored, with name and
 * description free of the white space around them.
 */
export function readRegistration(body: unknown): { registration: Registration } | { faults: Fault[] } {
  const faults = registrationFaults(body);
  if (!isFaultless(body, faults)) return { faults };
  return { registration: { ...body, name: body.name.trim(), description: body.description.trim() } };
}
