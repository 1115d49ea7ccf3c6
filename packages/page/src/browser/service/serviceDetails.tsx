import type { ServiceDetail, Trust } from '@shirube/contracts';
import { networkLabel } from '@shirube/domain/networks';
import { categoryLabel, useCategoryNames } from '../directory.js';
import { textLanguage } from '../formats.js';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { useOwnKey } from '../ownKey.js';
import { useOrigin } from '../rendering.js';
import { ModerationNote, ServiceName, StatusBadge } from '../serviceLabels.js';
import { useAnswer } from '../useAnswer.js';
import { viewAddress } from '../view.js';
import { CallIt, ExternalLink, hasOtherTerms } from './callIt.js';
import { CopyBlock } from './copyBlock.js';
import { useFigureMessages, useRecordMessages } from './messages.js';
import { OtherEndpoints } from './providerPage.js';
import { isChecked, TrustParts } from './record/trustParts.js';
import { KeyFacts, OtherFacts } from './serviceFacts.js';
import { SimilarServices } from './similarServices.js';
import { WaysToPay } from './waysToPay.js';

/** Everything the directory knows about a service, and code to paste to use it. */
export function ServiceDetails({ service }: { service: ServiceDetail }) {
  const { code, messages } = useLanguage();
  const { value: categories } = useCategoryNames(service.category);
  const { key } = useOwnKey();
  const figures = useFigureMessages();
  const texts = useRecordMessages();
  const origin = useOrigin();
  const { value: trust } = useAnswer(`trust ${service.id}`, (signal, reads) =>
    reads.getServiceTrust(service.id, { signal }),
  );
  // Made by the server, because the tables of coins would enlarge the script. Without them the rest is still shown.
  const { value, failure } = useAnswer(`snippets ${service.id}`, (signal, reads) =>
    reads.getSnippets(service.id, { signal }),
  );
  const snippets = value ?? (failure && []);
  // The record is at the bottom of the page, so its script is loaded after the rest.
  const { value: Record } = useAnswer('script record', loadRecord);
  const { paymentAddress, network } = service.x402Config;
  const explorer = explorerAddress(service.supportedChains[0], paymentAddress);
  return (
    <div class="details">
      <div class="title">
        <h1>
          <ServiceName name={service.name} />
        </h1>
        <p class="meta">
          <StatusBadge status={service.status} />
          {service.ownerVerified && (
            <span class="status verified">
              <Icon name="verified" />
              {figures.ownerVerified}
            </span>
          )}
          {service.hostKind && <strong>{messages.hostKinds[service.hostKind]}</strong>}
          {service.testnet && <strong>{messages.testnet}</strong>}
          <Link href={viewAddress({ category: service.category })}>
            {categoryLabel(service.category, categories, code)}
          </Link>
          {key && <Link href={`/account/services/${service.id}`}>{messages.edit}</Link>}
        </p>
        <p class="hint">{figures.meanings[statusCause(service, trust)]}</p>
        <ModerationNote moderation={service.moderation} />
        <p class="description" lang={textLanguage(service.description)}>
          {service.description}
        </p>
      </div>
      <KeyFacts service={service} />
      <OtherFacts service={service} />
      <div class="body">
        {snippets && <CallIt service={service} trust={trust} snippets={snippets} />}
        <h2>{figures.payment}</h2>
        <CopyBlock label={figures.network} text={networkLabel(network)} isLabelled />
        <CopyBlock label={figures.paymentAddress} text={paymentAddress} isLabelled />
        {explorer && (
          <p class="hint">
            <ExternalLink href={explorer} text={figures.explorer} />
          </p>
        )}
        {service.accepts && service.accepts.length > 1 && <WaysToPay ways={service.accepts} />}
        <h2>{figures.fromDirectory}</h2>
        <CopyBlock label={figures.fromDirectory} text={`curl ${origin}/api/services/${service.id}`} />
        <CopyBlock label={figures.badge} text={badgeMarkdown(origin, service.id)} isLabelled />
        <p class="badge">
          <img src={`/badges/${service.id}.svg`} alt={figures.badgePreview} height={20} />
        </p>
      </div>
      <section class="record" aria-label={texts.record}>
        {trust && <TrustParts trust={trust} />}
        <p class="scriptless">
          <a href={`/api/services/${service.id}/history?window=90d`}>{texts.historyAsJson}</a>
        </p>
        {Record && <Record service={service} />}
      </section>
      <OtherEndpoints service={service} />
      <SimilarServices id={service.id} />
    </div>
  );
}

/** Returns what explains the status of a service. */
function statusCause(service: ServiceDetail, trust: Trust | undefined) {
  if (service.status !== 'unverified') return service.status;
  if (trust?.cap?.reason === 'contradicted' || hasOtherTerms(service)) return 'contradicted';
  return trust && !isChecked(trust) ? 'unchecked' : 'unverified';
}

/** A badge for a README that links to this page. */
const badgeMarkdown = (origin: string, id: string): string =>
  `[![Shirube](${origin}/badges/${id}.svg)](${origin}/services/${id})`;

const loadRecord = async () => (await import('./record/serviceRecord.js')).ServiceRecord;

/** The block explorer of each chain, by canonical name. */
const explorers: Readonly<Record<string, string>> = {
  base: 'https://basescan.org/address/',
  'base-sepolia': 'https://sepolia.basescan.org/address/',
  ethereum: 'https://etherscan.io/address/',
  sepolia: 'https://sepolia.etherscan.io/address/',
  polygon: 'https://polygonscan.com/address/',
  'polygon-amoy': 'https://amoy.polygonscan.com/address/',
  arbitrum: 'https://arbiscan.io/address/',
  'arbitrum-sepolia': 'https://sepolia.arbiscan.io/address/',
  optimism: 'https://optimistic.etherscan.io/address/',
  'optimism-sepolia': 'https://sepolia-optimism.etherscan.io/address/',
  avalanche: 'https://snowtrace.io/address/',
  'avalanche-fuji': 'https://testnet.snowtrace.io/address/',
  bsc: 'https://bscscan.com/address/',
  'bsc-testnet': 'https://testnet.bscscan.com/address/',
  solana: 'https://solscan.io/account/',
  sei: 'https://seitrace.com/address/',
  iotex: 'https://iotexscan.io/address/',
};

/** Returns the page of an address in a block explorer of its chain; undefined if none is known. */
export function explorerAddress(chain: string | undefined, address: string): string | undefined {
  const explorer = explorers[chain ?? ''];
  return explorer && `${explorer}${encodeURIComponent(address)}`;
}
