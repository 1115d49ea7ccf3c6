import type { ServiceDetail } from '@shirube/contracts';
import { networkLabel } from '@shirube/domain/networks';
import type { ComponentChildren } from 'preact';
import { useStatus } from '../directory.js';
import { useLanguage } from '../language/language.js';
import { Price, Trust } from '../serviceLabels.js';
import { useFigureMessages } from './messages.js';

const pending = '–';

/** Price, trust and uptime of a service. Reserves space for the status record until it arrives. */
export function KeyFacts({ service: { id, pricing, trustScore } }: { service: ServiceDetail }) {
  const { messages } = useLanguage();
  const figures = useFigureMessages();
  const { value: status } = useStatus(id);
  const { freeQuota } = pricing;
  const lastChecked = status?.lastChecked ?? undefined;
  return (
    <dl class="facts" aria-label={figures.facts}>
      <Fact label={figures.price}>
        <Price pricing={pricing} />
      </Fact>
      {freeQuota !== undefined && <Fact label={figures.freeQuota}>{messages.number(freeQuota)}</Fact>}
      <Fact label={messages.trust}>
        {trustScore > 0 || lastChecked ? <Trust score={trustScore} /> : status ? figures.notChecked : pending}
      </Fact>
      <Fact label={figures.uptimeOf30}>{status && lastChecked ? `${status.uptimeScore.toFixed(2)} %` : pending}</Fact>
      <Fact label={messages.lastChecked}>
        {!status && pending}
        {status && !lastChecked && figures.never}
        {lastChecked && (
          <time dateTime={lastChecked} title={messages.moment(lastChecked)}>
            {messages.ago(lastChecked)}
          </time>
        )}
      </Fact>
    </dl>
  );
}

/** The other facts about a service. */
export function OtherFacts({ service }: { service: ServiceDetail }) {
  const { code, messages } = useLanguage();
  const figures = useFigureMessages();
  const { value: status } = useStatus(service.id);
  const { ownerVerified: owner, pricing, x402Config } = service;
  const revenue = (amount: number) =>
    `${amount.toLocaleString(code, amount < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 })} ${pricing.currency}`;
  return (
    <dl class="facts other" aria-label={figures.otherFacts}>
      <Fact label={figures.network}>{networkLabel(x402Config.network)}</Fact>
      <Fact label={figures.payments}>
        {!status && pending}
        {status?.txCount === 0 && figures.noPayments}
        {status && status.txCount > 0 && figures.paymentsOf(status.txCount, revenue(status.totalRevenue))}
      </Fact>
      {owner && (
        <Fact label={figures.ownerVerified}>
          {figures.ownerVerifiedBy[owner.how]} (<time dateTime={owner.at}>{messages.date(owner.at)}</time>)
        </Fact>
      )}
      <Fact label={figures.registered}>
        <time dateTime={service.createdAt}>{messages.date(service.createdAt)}</time>
      </Fact>
      <Fact label={messages.updated}>
        <time dateTime={service.updatedAt}>{messages.date(service.updatedAt)}</time>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
