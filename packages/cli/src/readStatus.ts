import type { ServiceStatus } from '@shirube/contracts';

export const statuses = ['verified', 'unverified', 'inactive'] as const satisfies ServiceStatus[];

/** A status from the command line, which is one of them or not given. */
export function readStatus(given: string | undefined): ServiceStatus | undefined {
  return statuses.find((status) => status === given);
}
