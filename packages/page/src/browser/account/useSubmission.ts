import { useState } from 'preact/hooks';

/** A request that the visitor sends, one at a time. */
export interface Submission {
  isSending: boolean;
  /** Why the last attempt failed. */
  refusal: unknown;
  send: (work: () => Promise<void>) => Promise<void>;
}

export function useSubmission(): Submission {
  const [{ isSending, refusal }, setState] = useState<Omit<Submission, 'send'>>({
    isSending: false,
    refusal: undefined,
  });
  return {
    isSending,
    refusal,
    async send(work) {
      if (isSending) return;
      setState({ isSending: true, refusal: undefined });
      try {
        await work();
        setState({ isSending: false, refusal: undefined });
      } catch (error) {
        setState({ isSending: false, refusal: error });
      }
    },
  };
}
