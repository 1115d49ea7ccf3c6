/** Every network known by a short name; filled in when the page is bundled. */
declare const NETWORK_NAMES: readonly string[];

declare module '*.svg' {
  const address: string;
  export default address;
}
