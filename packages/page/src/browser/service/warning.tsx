import type { ServiceDetail } from '@shirube/contracts';
import { useAnswer } from '../useAnswer.js';
import { useFigureMessages } from './figureMessages.js';

/** Warns callers before they pay: the service does not respond, or its terms differ from the registered ones. */
export function Warning({ service }: { service: ServiceDetail }) {
  const { warnings } = useFigureMessages();
  const { value: trust } = useAnswer(`trust ${service.id}`, (signal, reads) =>
    reads.getServiceTrust(service.id, { signal }),
  );
  const asksOtherwise = trust?.cap?.reason === 'contradicted' || offersOtherwise(service);
  if (service.status !== 'inactive' && !asksOtherwise) return null;
  return (
    <div class="warning" role="note">
      {service.status === 'inactive' && <p>{warnings.inactive}</p>}
      {asksOtherwise && <p>{warnings.otherwise}</p>}
    </div>
  );
}

/** Whether the last 402 offered no way to pay the registered address at no more than the registered price. */
export function offersOtherwise({ accepts = [], pricing, x402Config }: ServiceDetail): boolean {
  const own = x402Config.paymentAddress.toLowerCase();
  const isRegistered = ({ payTo, price }: (typeof accepts)[number]) =>
    payTo.toLowerCase() === own && (price === undefined || Number(price) <= Number(pricing.pricePerRequest));
  return accepts.length > 0 && !accepts.some(isRegistered);
}
