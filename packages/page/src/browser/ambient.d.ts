/** Tables of the contracts as JSON; see contractTables.ts. */
declare const NETWORK_NAMES: string;
declare const VERDICT_KINDS: string;

declare module '*.svg' {
  const address: string;
  export default address;
}
