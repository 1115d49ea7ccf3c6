/** Something the caller must put right: shown as one sentence, without a stack. */
export class UsageError extends Error {}
