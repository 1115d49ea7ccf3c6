import type { Service } from '@shirube/contracts';
import type { ComponentChildren } from 'preact';
import { useStatus } from '../directory.js';
import { useMessages } from '../language/language.js';
import { Price } from '../price.js';
import { Trust } from '../trust.js';

/** Price, trust and record of a service. What comes from its status record has its place before it is there. */
export function ServiceFacts({ service }: { service: Service }) {
  const messages = useMessages();
  const { value: status } = useStatus(service.id);
  const { freeQuota, currency } = service.pricing;
  const checked = status?.lastChecked ?? undefined;
  const pending = '–';
  return (
    <dl class="facts" aria-label={messages.facts}>
      <Fact label={messages.price}>
        <Price pricing={service.pricing} />
      </Fact>
      {freeQuota !== undefined && <Fact label={messages.freeQuota}>{messages.number(freeQuota)}</Fact>}
      <Fact label={messages.trust}>
        <Trust score={service.trustScore} />
      </Fact>
      <Fact label={messages.uptime}>{status && checked ? `${status.uptimeScore.toFixed(2)} %` : pending}</Fact>
      <Fact label={messages.lastChecked}>
        {!status && pending}
        {status && !checked && messages.never}
        {checked && (
          <time dateTime={checked} title={messages.moment(checked)}>
            {messages.ago(checked)}
          </time>
        )}
      </Fact>
      <Fact label={messages.transactions}>{status ? messages.number(status.txCount) : pending}</Fact>
      <Fact label={messages.revenue}>{status ? `${messages.number(status.totalRevenue)} ${currency}` : pending}</Fact>
      <Fact label={messages.chain}>{service.supportedChains.join(', ')}</Fact>
      <Fact label={messages.registered}>
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
