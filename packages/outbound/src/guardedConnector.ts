import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress } from './addressRules.js';
import { RequestFault } from './requestFault.js';
import { type ResolveOptions, resolveName } from './resolveName.js';

export interface ConnectRules extends ResolveOptions {
  /** Allows this machine and private networks, for development and tests. */
  allowPrivate?: boolean | undefined;
  /** Called before each connection. If it rejects, no connection is made. */
  beforeConnect?: ((address: string) => Promise<void>) | undefined;
  connectMs: number;
  /** Certificates to trust instead of the default ones. */
  ca?: string | undefined;
}

/** Picks one address of each family: hosts have several for load, not for outages. */
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
 * Creates the connector that all connections use. It resolves the name once, requires every address to be allowed, and
 * connects to these addresses instead of the name. TLS and Host still use the name.
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
