import type { Snippets } from '@shirube/client';
import type { ServiceDetail, Trust } from '@shirube/contracts';
import { Fragment } from 'preact';
import { FiguresTable } from '../figuresTable.js';
import { httpAddress } from '../formats.js';
import { CopyBlock } from './copyBlock.js';
import { useFigureMessages } from './messages.js';
import { parameterRows } from './parameterRows.js';

const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;

interface CallItProps {
  service: ServiceDetail;
  trust: Trust | undefined;
  snippets: Snippets;
}

/** The provider of a service and how to call it: code to paste, input and output. */
export function CallIt({ service, trust, snippets }: CallItProps) {
  const figures = useFigureMessages();
  const { provider, documentationUrl, tags } = service;
  const site = httpAddress(provider?.url ?? '');
  const documentation = httpAddress(documentationUrl ?? '');
  return (
    <>
      <Warning service={service} trust={trust} />
      <h2>{figures.callIt}</h2>
      {/* Radio buttons switch the tabs, so that they work without scripts too. */}
      <fieldset class="windows tabs">
        <legend class="visually-hidden">{figures.callIt}</legend>
        {snippets.map(({ name, text }, index) => (
          <Fragment key={name}>
            <input
              type="radio"
              class="visually-hidden"
              name="snippet"
              id={`snippet-${name}`}
              defaultChecked={index === 0}
            />
            <label class="button" for={`snippet-${name}`}>
              {name}
            </label>
            <CopyBlock label={name} text={text} />
          </Fragment>
        ))}
      </fieldset>
      <p class="hint">
        {figures.callHint} {snippets.length > 1 && figures.safeHint}
      </p>
      {(provider ?? documentation ?? tags) && (
        <p class="meta">
          {provider && (site ? <ExternalLink href={site} text={provider.name} /> : <span>{provider.name}</span>)}
          {documentation && <ExternalLink href={documentation} text={figures.documentation} />}
          {tags?.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <Parameters service={service} />
    </>
  );
}

/** What a service takes and returns, as tables, with the schemas behind them. */
function Parameters({ service: { call, sources } }: { service: ServiceDetail }) {
  const figures = useFigureMessages();
  const schemas = [
    ...parts.map((part) => [part, call?.[part]] as const),
    ['output', call?.output?.schema ?? call?.output?.example] as const,
  ].filter(([, schema]) => schema !== undefined);
  return (
    <>
      <h2>
        {figures.parameters} <small>{call?.method ?? call?.toolName}</small>
      </h2>
      {sources?.call === 'observed' && <p class="hint">{figures.observedCall}</p>}
      {schemas.length === 0 && <p class="hint">{figures.noParameters}</p>}
      {schemas.map(([part, schema]) => {
        const rows = parameterRows(schema);
        return (
          <section key={part} class="parameters">
            <h3>{figures.parts[part]}</h3>
            {rows.length > 0 && (
              <FiguresTable
                label={figures.parts[part]}
                columns={figures.parameterColumns}
                rows={rows.map(({ name, type, isRequired, description }) => [
                  <code key={name}>{name}</code>,
                  type,
                  isRequired ? figures.required : '',
                  description,
                ])}
              />
            )}
            <details open={rows.length === 0}>
              <summary>JSON</summary>
              <CopyBlock label={figures.parts[part]} text={JSON.stringify(schema, null, 2)} />
            </details>
          </section>
        );
      })}
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
