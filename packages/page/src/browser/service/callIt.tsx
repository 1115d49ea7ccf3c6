import type { ServiceDetail } from '@shirube/contracts';
import { snippets } from '@shirube/contracts/snippets';
import { useOrigin } from '../rendering.js';
import { httpAddress } from '../writtenForms.js';
import { CopyBlock } from './copyBlock.js';
import { useFigureMessages } from './figureMessages.js';
import { Warning } from './warning.js';

const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;

/** The provider of a service and how to call it: input, output, and code to paste. */
export function CallIt({ service }: { service: ServiceDetail }) {
  const figures = useFigureMessages();
  const origin = useOrigin();
  const { provider, documentationUrl, tags, call } = service;
  const site = httpAddress(provider?.url ?? '');
  const documentation = httpAddress(documentationUrl ?? '');
  const shown = [
    ...parts.map((part) => [part, call?.[part]] as const),
    ['output', call?.output?.schema ?? call?.output?.example] as const,
  ].filter(([, value]) => value !== undefined);
  return (
    <>
      {(provider ?? documentation ?? tags) && (
        <p class="meta">
          {provider && (site ? <Foreign href={site} text={provider.name} /> : <span>{provider.name}</span>)}
          {documentation && <Foreign href={documentation} text={figures.documentation} />}
          {tags?.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <Warning service={service} />
      <h2>{figures.callIt}</h2>
      {snippets(service, origin).map(({ name, text }) => (
        <CopyBlock key={name} label={name} text={text} isLabelled />
      ))}
      <p class="hint">{figures.callHint}</p>
      {call && (
        <>
          <h2>
            {figures.parameters} <small>{call.method ?? call.toolName}</small>
          </h2>
          {service.sources?.call === 'observed' && <p class="hint">{figures.observedCall}</p>}
          {shown.map(([part, value]) => (
            <CopyBlock key={part} label={part} text={JSON.stringify(value, null, 2)} isLabelled />
          ))}
        </>
      )}
    </>
  );
}

/** An external link to an address supplied by others. */
export const Foreign = ({ href, text }: { href: string; text: string }) => (
  <a href={href} rel="noopener nofollow" target="_blank">
    {text}
  </a>
);
