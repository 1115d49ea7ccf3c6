import type { AccountService, ServiceDetail } from '@shirube/contracts';
import { client } from '../directory.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSubmission } from './useSubmission.js';

interface RemedyProps {
  service: AccountService;
  check: AccountService['lastCheck'];
  apiKey: string;
  onUpdated: (service: ServiceDetail) => void;
}

/** Says how the listing differs from what a check observed, and corrects it with one click. */
export function Remedy({ service: { id, name, pricing, x402Config }, check, apiKey, onUpdated }: RemedyProps) {
  const { differences, ...own } = useAccountMessages();
  const { isSending, refusal, send } = useSubmission();
  const { price = '', payTo: paymentAddress = '', network = '' } = check?.observed ?? {};
  const kinds = {
    wrong_price: [price, pricing.pricePerRequest, { pricing: { pricePerRequest: price } }],
    wrong_address: [paymentAddress, x402Config.paymentAddress, { x402Config: { paymentAddress } }],
    wrong_network: [network, x402Config.network, { x402Config: { network, paymentAddress } }],
  } as const;
  const verdict = check?.verdict ?? 'ok';
  if (!(verdict in kinds)) return null;
  const kind = verdict as keyof typeof kinds;
  const [observed, listed, patch] = kinds[kind];
  if (!observed || observed === listed) return null;
  const update = () => send(async () => onUpdated(await client.editService(id, patch, { key: apiKey })));
  return (
    <div class="refusal">
      <p>{differences[kind](observed, listed)}</p>
      <button type="button" class="button" aria-label={own.updateOf(name)} aria-disabled={isSending} onClick={update}>
        {isSending ? own.sending : own.update}
      </button>
      <Refusal error={refusal} />
    </div>
  );
}
