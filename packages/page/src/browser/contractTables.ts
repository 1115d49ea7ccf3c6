import type { Verdict, VerdictKind } from '@shirube/domain';

// Inlined as text when the page is bundled. Importing the tables would load them with every view.

/** Every network that has a short name. */
export const networkNames: readonly string[] = JSON.parse(NETWORK_NAMES);

/** What each verdict of a check means for a service. */
export const verdictKinds: Readonly<Record<Verdict, VerdictKind>> = JSON.parse(VERDICT_KINDS);
