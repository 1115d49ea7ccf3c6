import type { ServiceDetail } from '@shirube/contracts';
import { categoryLabel } from '../categoryLabel.js';
import { useCategories } from '../directory.js';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { useOwnKey } from '../ownKey.js';
import { StatusBadge } from '../statusBadge.js';
import { useAnswer } from '../useAnswer.js';
import { readView, viewAddress } from '../view.js';
import { httpAddress, shellQuote, textLanguage } from '../writtenForms.js';
import { CallIt } from './callIt.js';
import { CopyBlock } from './copyBlock.js';
import { ServiceFacts } from './serviceFacts.js';

/** Everything the directory knows of a service, and what to paste to use it. */
export function ServiceDetails({ service }: { service: ServiceDetail }) {
  const { code, messages } = useLanguage();
  const { value: categories } = useCategories();
  const { key } = useOwnKey();
  // What stands below everything else is fetched after it.
  const { value: Record } = useAnswer('script record', loadRecord);
  const { paymentAddress, network } = service.x402Config;
  const endpoint = httpAddress(service.endpoint);
  return (
    <div class="details">
      <div class="title">
        <h1 lang={textLanguage(service.name)}>{service.name}</h1>
        <p class="meta">
          <StatusBadge status={service.status} />
          {service.testnet && <strong>{messages.testnet}</strong>}
          <Link href={viewAddress({ ...readView(''), category: service.category })}>
            {categoryLabel(service.category, categories, code)}
          </Link>
          {key && <Link href={`/account/services/${service.id}`}>{messages.edit}</Link>}
        </p>
      </div>
      <ServiceFacts service={service} />
      <div class="body">
        <p class="description" lang={textLanguage(service.description)}>
          {service.description}
        </p>
        {endpoint && (
          <p class="endpoint">
            <a href={endpoint} rel="noopener nofollow" target="_blank">
              {service.endpoint}
              <Icon name="external" />
            </a>
          </p>
        )}
        <CallIt service={service} />
        <h2>{messages.payment}</h2>
        <CopyBlock label={messages.network} text={network} isLabelled />
        <CopyBlock label={messages.paymentAddress} text={paymentAddress} isLabelled />
        <h2>{messages.fromDirectory}</h2>
        <CopyBlock
          label={messages.fromDirectory}
          text={`curl ${shellQuote(`${location.origin}/api/services/${service.id}`)}`}
        />
        <CopyBlock label={messages.badge} text={badgeMarkdown(service.id)} isLabelled />
      </div>
      {Record && <Record service={service} />}
    </div>
  );
}

/** A badge that leads here, for a README. */
const badgeMarkdown = (id: string): string =>
  `[![Shirube](${location.origin}/badges/${id}.svg)](${location.origin}/services/${id})`;

const loadRecord = async () => (await import('./record/serviceRecord.js')).ServiceRecord;
