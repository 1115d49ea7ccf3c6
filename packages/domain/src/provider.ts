import { parse } from 'tldts';
import { endpointHost } from './endpointKey.js';

/** Labels of hosts, and parts of labels, that name nobody. */
const generic = new Set(
  (
    'agent agents alpha api apis app apps backend beta cloud demo dev development docs edge endpoint facilitator gateway git host http https ' +
    'local main mainnet mcp next node open openapi pay preview pro prod production proxy public rest run sandbox server service services ' +
    'srv stage staging test testnet up web www www2 www3 x402'
  ).split(' '),
);
const version = /^v?\d{1,3}$/;
/** Parts that machines make: hashes, ids and numbers of builds. */
const generatedPart = /^(?=.*\d)[a-z0-9]*$/;
const longestHash = 4;

const isGeneric = (label: string): boolean => generic.has(label) || version.test(label);
const isHash = (part: string): boolean =>
  part.length >= longestHash && generatedPart.test(part) && /\d.*[a-z]|[a-z].*\d/.test(part);

/** Reduces a text to its letters and digits in lower case: "Loyal Spark" and "loyal-spark" are the same name. */
export const squash = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the domain of a provider spells a name: "Loyal Spark" is loyal-spark.com. As in SQL, see `providers.ts`. */
export const spellsName = (domain: string, name: string): boolean =>
  name.toLowerCase().replace(/[ ._-]/g, '') === domain.split('.')[0]?.replaceAll('-', '');

/** Domains that lend a host to a program on somebody's desk for an hour. */
const tunnels = new Set(
  'bore.pub loca.lt localhost.run lhr.life ngrok.app ngrok.dev ngrok.io ngrok-free.app ngrok-free.dev pinggy.link serveo.net trycloudflare.com'.split(
    ' ',
  ),
);
const provisional = new Set('dev development preview sandbox stage staging test'.split(' '));
/** Hosts of Vercel's previews: the name of a branch, or the hash of a build before the name of the team. */
const vercelPreview = /-git-|-[a-z0-9]{9}-[a-z0-9-]+\.vercel\.app$/;

/** What a host is if it is not meant to stay. */
export type HostKind = 'tunnel' | 'staging';

export interface HostNames {
  /** Who offers what is at the host: its registrable domain, or the whole host if others own that domain. */
  provider: string;
  /** The host, and the domains above it down to the provider. */
  domains: string[];
  /** The labels before the public suffix that name somebody or something. */
  labels: string[];
  /** The labels that name the provider: that of its domain, or all of them if the provider is the whole host. */
  ownLabels: string[];
  kind?: HostKind;
}

const mostKnown = 10_000;
const known = new Map<string, HostNames>();

/** Returns what a host, or that of an address, says about whose it is. Cached, because every answer is asked for its provider. */
export function hostNames(host: string): HostNames {
  const cached = known.get(host);
  if (cached) return cached;
  if (known.size >= mostKnown) known.clear();
  const names = readHost(host);
  known.set(host, names);
  return names;
}

function readHost(text: string): HostNames {
  const { hostname, domain, publicSuffix, isPrivate, isIp } = parse(text, { allowPrivateDomains: true });
  const host = isIp ? endpointHost(text) || endpointHost(`http://${text}`) || text : (hostname ?? text);
  if (isIp || !publicSuffix || !domain) return { provider: host, domains: [host], labels: [], ownLabels: [] };
  const suffix = tunnels.has(domain) ? domain : publicSuffix;
  const isLent = isPrivate || tunnels.has(domain);
  const provider = isLent ? host : domain;
  const labels = host.slice(0, -suffix.length - 1).split('.');
  const kind = tunnels.has(suffix)
    ? 'tunnel'
    : isProvisional(host, isLent ? labels : labels.slice(0, -1))
      ? 'staging'
      : undefined;
  const naming = labels.filter((label) => !isGeneric(label));
  return {
    provider,
    domains: host === provider ? [host] : [host, ...parents(host, provider)],
    labels: naming,
    ownLabels: isLent ? naming : labels.slice(-1),
    ...(kind ? { kind } : {}),
  };
}

/** Returns who offers what is at an endpoint. */
export const providerOf = (endpoint: string): string => hostNames(endpointHost(endpoint)).provider;

/** Returns a host as endpoints are stored with it. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.+$/, '');

/** Whether an endpoint is at a host, or at any host of a registrable domain. */
export const isAtHost = (endpoint: string, host: string): boolean =>
  [endpointHost(endpoint), providerOf(endpoint)].includes(plainHost(host));

const isProvisional = (host: string, labels: readonly string[]): boolean =>
  vercelPreview.test(host) || labels.some((label) => label.split('-').some((part) => provisional.has(part)));

/** Returns the domains between a host and the domain of its provider, with that domain. */
function parents(host: string, provider: string): string[] {
  const parent = host.slice(host.indexOf('.') + 1);
  return parent === provider ? [provider] : [parent, ...parents(parent, provider)];
}

/** Returns the names in a label: the whole of it, and what is left without generic parts and hashes. */
export function labelNames(label: string): string[] {
  const parts = label.split('-').filter((part) => part !== '' && !isGeneric(part) && !isHash(part));
  return [...new Set([squash(label), squash(parts.join(''))])].filter((name) => name !== '');
}
