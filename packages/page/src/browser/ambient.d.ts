/** Every network known by a short name; filled in when the page is bundled. */
declare const NETWORK_NAMES: readonly string[];

/** What each verdict of a check says of a service; filled in when the page is bundled. */
declare const VERDICT_KINDS: Readonly<
  Record<import('@shirube/contracts').Verdict, import('@shirube/contracts').VerdictKind>
>;

declare module '*.svg' {
  const address: string;
  export default address;
}
