import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { reasonOf } from '@shirube/contracts';
import type { Settings } from '@shirube/service-kit/settings';
import { pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

const part = 'certificate';
/** Automatic renewal happens a month before expiry, so it has failed by then. */
const warningDays = 14;
const faultDays = 2;
const patienceMs = 5_000;
const dayMs = 86_400_000;

/** Returns when the certificate at an address expires, whether or not its issuer is trusted. */
function expiryOf({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no response in time')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
}

/**
 * Checks that the public address is set behind a proxy, and how long its certificate is still valid. Returns nothing if
 * there is neither.
 */
export async function checkPublicAddress({ PUBLIC_URL, TRUST_PROXY }: Settings): Promise<Finding[]> {
  if (!PUBLIC_URL && TRUST_PROXY) {
    const finding = 'PUBLIC_URL is not set behind a proxy, so links begin with the host that each client sends';
    return [warning('public address', finding, 'Set PUBLIC_URL to the address that clients use.')];
  }
  if (!PUBLIC_URL || !URL.canParse(PUBLIC_URL)) return [];
  const url = new URL(PUBLIC_URL);
  if (url.protocol !== 'https:') return [];
  try {
    const days = Math.floor(((await expiryOf(url)).getTime() - Date.now()) / dayMs);
    const left = days < 0 ? `of ${url.host} has expired` : `of ${url.host} expires in ${pluralize(days, 'day')}`;
    if (days >= warningDays) return [ok(part, left)];
    const advice = 'Renew it, and find out why it was not renewed automatically.';
    return [days < faultDays ? fault(part, left, advice) : warning(part, left, advice)];
  } catch (error) {
    const advice = 'Check PUBLIC_URL, and what terminates TLS in front of the gateway.';
    return [warning(part, `of ${url.host} cannot be read: ${reasonOf(error)}`, advice)];
  }
}
