import { type Database, editService, unclaimedAccount } from '@shirube/catalog';
import { kindOf, readRegistration } from '@shirube/contracts';
import { readPayment } from '../preview/toRegistration.js';
import type { ClaimedCheck } from './claimChecks.js';
import type { ObservedCheck } from './observedCheck.js';

/**
 * Changes the terms of a service of nobody to those that a check saw, if it contradicts the listed ones. Texts stay: they
 * are as somebody has read them. Returns whether anything was changed.
 */
export async function followTerms(
  database: Database,
  { serviceId, accountId }: Pick<ClaimedCheck, 'serviceId' | 'accountId'>,
  check: ObservedCheck,
): Promise<boolean> {
  if (accountId !== unclaimedAccount || kindOf(check) !== 'contradiction') return false;
  for (const offer of check.observation?.accepts ?? []) {
    const payment = readPayment({ ...offer });
    if (!('pricing' in payment)) continue;
    let isFollowed = false;
    await editService(database, serviceId, { accountId }, (now) => {
      const read = readRegistration({ ...now, ...payment, pricing: { ...now.pricing, ...payment.pricing } });
      isFollowed = 'registration' in read;
      return 'registration' in read ? read.registration : now;
    });
    if (isFollowed) return true;
  }
  return false;
}
