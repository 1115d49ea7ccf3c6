import type { AccountService } from '@shirube/contracts';
import { verdictKinds } from '../contractTables.js';
import { client } from '../directory.js';
import { plainAmount } from '../formats.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSellerMessages } from './sellerMessages.js';
import { useSubmission } from './useSubmission.js';

interface RemedyProps {
  service: AccountService;
  check: AccountService['lastCheck'];
  apiKey: string;
  onUpdated: () => unknown;
}

/** Says how the listing differs from what a check observed, and corrects it with one click. */
export function Remedy({ service: { id, name, pricing, x402Config }, check, apiKey, onUpdated }: RemedyProps) {
  const { sending } = useAccountMessages();
  const { remedy: own } = useSellerMessages();
  const { isSending, refusal, send } = useSubmission();
  const { price = '', payTo: paymentAddress = '', network = '' } = check?.observed ?? {};
  const kinds = {
    wrong_price: [price, pricing.pricePerRequest, { pricing: { pricePerRequest: price } }],
    wrong_address: [paymentAddress, x402Config.paymentAddress, { x402Config: { paymentAddress } }],
    wrong_network: [network, x402Config.network, { x402Config: { network, paymentAddress } }],
  } as const;
  const verdict = check?.verdict ?? 'ok';
  // A lower price confirms the listing, and differs all the same.
  const kind = verdictKinds[verdict] === 'good' ? 'wrong_price' : verdict;
  if (kind !== 'wrong_price' && kind !== 'wrong_address' && kind !== 'wrong_network') return null;
  const [observed, listed, patch] = kinds[kind];
  if (!observed || observed === listed) return null;
  if (kind === 'wrong_price' && plainAmount(observed) === plainAmount(listed)) return null;
  const update = () =>
    send(async () => {
      await client.editService(id, patch, { key: apiKey });
      await onUpdated();
    });
  return (
    <div class="refusal">
      <p>{own.differences[kind](observed, listed)}</p>
      <p class="help">{own.hint}</p>
      <button type="button" class="button" aria-label={own.updateOf(name)} aria-disabled={isSending} onClick={update}>
        {isSending ? sending : own.update}
      </button>
      <Refusal error={refusal} />
    </div>
  );
}
