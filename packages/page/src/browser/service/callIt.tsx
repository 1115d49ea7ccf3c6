import type { ServiceDetail, Trust } from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import { httpAddress } from '../formats.js';
import { CopyBlock } from './copyBlock.js';
import { useFigureMessages } from './messages.js';

const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;

/** The provider of a service and how to call it: input, output, and code to paste. */
export function CallIt({ service, trust }: { service: ServiceDetail; trust: Trust | undefined }) {
  const figures = useFigureMessages();
  const { provider, documentationUrl, tags, call } = service;
  const site = httpAddress(provider?.url ?? '');
  const documentation = httpAddress(documentationUrl ?? '');
  const sections = [
    ...parts.map((part) => [part, call?.[part]] as const),
    ['output', call?.output?.schema ?? call?.output?.example] as const,
  ].filter(([, value]) => value !== undefined);
  return (
    <>
      {(provider ?? documentation ?? tags) && (
        <p class="meta">
          {provider && (site ? <ExternalLink href={site} text={provider.name} /> : <span>{provider.name}</span>)}
          {documentation && <ExternalLink href={documentation} text={figures.documentation} />}
          {tags?.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <Warning service={service} trust={trust} />
      <h2>{figures.callIt}</h2>
      {snippets(service).map(({ name, text }) => (
        <CopyBlock key={name} label={name} text={text} isLabelled />
      ))}
      <p class="hint">{figures.callHint}</p>
      {call && (
        <>
          <h2>
            {figures.parameters} <small>{call.method ?? call.toolName}</small>
          </h2>
          {service.sources?.call === 'observed' && <p class="hint">{figures.observedCall}</p>}
          {sections.map(([part, value]) => (
            <CopyBlock key={part} label={part} text={JSON.stringify(value, null, 2)} isLabelled />
          ))}
        </>
      )}
    </>
  );
}

/** An external link to an address supplied by others. */
export const ExternalLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} rel="noopener nofollow" target="_blank">
    {text}
  </a>
);

/** Warns callers before they pay: the service does not respond, or its terms differ from the registered ones. */
export function Warning({ service, trust }: { service: ServiceDetail; trust: Trust | undefined }) {
  const { warnings } = useFigureMessages();
  const hasMismatch = trust?.cap?.reason === 'contradicted' || hasOtherTerms(service);
  if (service.status !== 'inactive' && !hasMismatch) return null;
  return (
    <div class="warning" role="note">
      {service.status === 'inactive' && <p>{warnings.inactive}</p>}
      {hasMismatch && <p>{warnings.otherwise}</p>}
    </div>
  );
}

/** Whether the last 402 offered no way to pay the registered address at no more than the registered price. */
export function hasOtherTerms({ accepts = [], pricing, x402Config }: ServiceDetail): boolean {
  const own = x402Config.paymentAddress.toLowerCase();
  const isRegistered = ({ payTo, price }: (typeof accepts)[number]) =>
    payTo.toLowerCase() === own && (price === undefined || Number(price) <= Number(pricing.pricePerRequest));
  return accepts.length > 0 && !accepts.some(isRegistered);
}
