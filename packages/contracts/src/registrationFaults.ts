import { canonicalChain, isObject, networkHint, paymentAddressFault, valueAt } from '@shirube/domain';
import { noteDetailFaults } from './detailFaults.js';
import type { FaultList } from './faults.js';

function textAt(value: unknown, ...path: string[]): string | undefined {
  const text = valueAt(value, ...path);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Adds the faults of a registration that its schema cannot express: in its details, and in how it is paid. */
export function noteRegistrationFaults(body: unknown, list: FaultList): void {
  if (isObject(body)) noteDetailFaults(body, list);
  const network = textAt(body, 'x402Config', 'network');
  const address = textAt(body, 'x402Config', 'paymentAddress');
  const isKnown = network !== undefined && canonicalChain(network) !== undefined;
  if (network && !isKnown) {
    list.add(
      'x402Config.network',
      `must be a known network name or a CAIP-2 id such as "eip155:8453"${networkHint(network)}`,
    );
  }
  // Without a known network, an address is faulty if it is valid on none.
  const expected = address && paymentAddressFault(address, isKnown ? network : undefined);
  if (expected) {
    const place = isKnown ? ` (the network is ${network})` : '';
    list.add('x402Config.paymentAddress', `must be ${expected}${place}`);
  }
}
