import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress } from './addressRules.js';
import { RequestFault } from './requestFault.js';
import { type ResolveOptions, resolveName } from './resolveName.js';

export interface ConnectRules extends ResolveOptions {
  /** Opens this machine and private networks, for development and tests. */
  allowPrivate?: boolean | undefined;
  /** Called before an address is connected to; nothing is when it rejects. */
  beforeConnect?: ((address: string) => Promise<void>) | undefined;
  connectMs: number;
  /** Certificates to trust in place of the usual ones. */
  ca?: string | undefined;
}

/** One of each family is enough: who has many has them for load, not for outages. */
function worthTrying(addresses: readonly string[]): string[] {
  const isSix = (address: string) => address.includes(':');
  return [addresses.filter((address) => !isSix(address))[0], addresses.filter(isSix)[0]].filter(
    (address) => address !== undefined,
  );
}

function connectTo(connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}

/**
 * Makes the one way by which connections come about: the name is resolved once, every address of it must be allowed, and
 * it is these addresses, not the name, that are connected to. The name stays for TLS and Host.
 */
export function guardedConnector({
  allowPrivate,
  servers,
  beforeConnect,
  connectMs,
  ca,
}: ConnectRules): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectMs,
    maxCachedSessions: 0,
    ...(ca === undefined ? {} : { ca }),
  });

  async function connectSafely(options: buildConnector.Options): Promise<Socket> {
    const addresses = await resolveName(options.hostname, { servers });
    if (!addresses.every((address) => isAllowedAddress(address, { allowPrivate: allowPrivate ?? false }))) {
      throw new RequestFault('refused', 'address_not_public');
    }
    let fault: unknown;
    for (const address of worthTrying(addresses)) {
      await beforeConnect?.(address);
      try {
        return await connectTo(connect, { ...options, hostname: address });
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  }

  return (options, callback) => {
    connectSafely(options).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}
