import type { ServiceDetail } from '@shirube/contracts';
import type { ComponentChildren } from 'preact';
import { useStatus } from '../directory.js';
import { useMessages } from '../language/language.js';
import { Price, Trust } from '../serviceLabels.js';
import { useFigureMessages } from './messages.js';

/** Price, trust and record of a service. Reserves space for the status record until it arrives. */
export function ServiceFacts({ service }: { service: ServiceDetail }) {
  const messages = useMessages();
  const figures = useFigureMessages();
  const { value: status } = useStatus(service.id);
  const { freeQuota, currency } = service.pricing;
  const { ownerVerified: owner } = service;
  const lastChecked = status?.lastChecked ?? undefined;
  const pending = '–';
  return (
    <dl class="facts" aria-label={figures.facts}>
      <Fact label={figures.price}>
        <Price pricing={service.pricing} />
      </Fact>
      {freeQuota !== undefined && <Fact label={figures.freeQuota}>{messages.number(freeQuota)}</Fact>}
      <Fact label={messages.trust}>
        <Trust score={service.trustScore} />
      </Fact>
      {owner && (
        <Fact label={figures.ownerVerified}>
          {figures.ownerVerifiedBy[owner.how]} (<time dateTime={owner.at}>{messages.date(owner.at)}</time>)
        </Fact>
      )}
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
      <Fact label={figures.transactions}>{status ? messages.number(status.txCount) : pending}</Fact>
      <Fact label={figures.revenue}>{status ? `${messages.number(status.totalRevenue)} ${currency}` : pending}</Fact>
      <Fact label={messages.chain}>{service.supportedChains.join(', ')}</Fact>
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
