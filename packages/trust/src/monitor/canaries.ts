import type { GuardedRequest } from '@shirube/outbound';
import { SettingsError } from '@shirube/service-kit';

const patienceMs = 5_000;

export interface Canaries {
  /** Whether one of them responds when asked at that time or later; undefined if there are none. */
  answer(since: Date): Promise<boolean | undefined>;
}

/**
 * Creates canaries from a comma-separated setting. As long as one of these addresses responds, the monitor is not
 * offline.
 */
export function createCanaries(
  setting: string | undefined,
  request: GuardedRequest,
  userAgent: () => string,
): Canaries {
  const addresses = setting?.split(',').map((address) => address.trim()) ?? [];
  if (!addresses.every((address) => /^https?:\/\/./i.test(address) && URL.canParse(address))) {
    throw new SettingsError(
      'MONITOR_CANARIES has an invalid value. Expected: addresses, such as https://example.com/,https://example.org/.',
    );
  }
  let latest: { at: number; answer: Promise<boolean> } | undefined;

  async function ask(): Promise<boolean> {
    const signal = AbortSignal.timeout(patienceMs);
    const headers = { 'user-agent': userAgent() };
    const answers = addresses.map((address) => request(address, { method: 'GET', headers, signal }));
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }
  return {
    async answer(since) {
      if (addresses.length === 0) return undefined;
      if (!latest || latest.at < since.getTime()) latest = { at: Date.now(), answer: ask() };
      return latest.answer;
    },
  };
}
