import type { ServiceDetail } from '@shirube/contracts';
import { useMessages } from '../language/language.js';
import { useOrigin } from '../rendering.js';
import { httpAddress } from '../writtenForms.js';
import { CopyBlock } from './copyBlock.js';
import { snippets } from './snippets.js';

const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;

/** Who offers a service, and how it is called: with what, what it answers, and what to paste. */
export function CallIt({ service }: { service: ServiceDetail }) {
  const messages = useMessages();
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
          {documentation && <Foreign href={documentation} text={messages.documentation} />}
          {tags?.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <h2>{messages.callIt}</h2>
      {snippets(service, origin).map(({ name, text }) => (
        <CopyBlock key={name} label={name} text={text} isLabelled />
      ))}
      <p class="hint">{messages.callHint}</p>
      {call && (
        <>
          <h2>
            {messages.parameters} <small>{call.method ?? call.toolName}</small>
          </h2>
          {service.sources?.call && <p class="hint">{messages.observedCall}</p>}
          {shown.map(([part, value]) => (
            <CopyBlock key={part} label={part} text={JSON.stringify(value, null, 2)} isLabelled />
          ))}
        </>
      )}
    </>
  );
}

const Foreign = ({ href, text }: { href: string; text: string }) => (
  <a href={href} rel="noopener nofollow" target="_blank">
    {text}
  </a>
);
