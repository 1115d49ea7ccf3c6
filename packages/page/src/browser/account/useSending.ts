import { useState } from 'preact/hooks';

/** A request that the visitor sends, one at a time. */
export interface Sending {
  isSending: boolean;
  /** Why the last attempt failed. */
  refusal: unknown;
  send: (work: () => Promise<void>) => Promise<void>;
}

export function useSending(): Sending {
  const [{ isSending, refusal }, setState] = useState<Omit<Sending, 'send'>>({
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
