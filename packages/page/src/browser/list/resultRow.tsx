import type { Category } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { categoryLabel } from '../directory.js';
import { type FoundService, findServices } from '../findServices.js';
import { cut, splitEndpoint, textLanguage } from '../formats.js';
import { useLanguage, useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Highlight } from '../markWords.js';
import { Price, ServiceName, StatusBadge, Trust } from '../serviceLabels.js';
import { useAnswer } from '../useAnswer.js';
import { type View, viewAddress } from '../view.js';
import { type Chosen, compareForm } from './compareTray.js';
import { priceRanges } from './providers.js';

const nameWidth = 100;
const descriptionWidth = 150;
const labelWidth = 24;

interface ResultRowProps {
  service: FoundService;
  view: View;
  /** Whether the other services of its provider are shown from the start. */
  isOpen?: boolean;
  /** Whether a row above has the same description, of the same host: the path is what differs. */
  isRepeated: boolean;
  categories: Category[] | undefined;
  chosen: Chosen;
}

/** One service among the results. */
export function ResultRow({ service, view, isOpen = false, isRepeated, categories, chosen }: ResultRowProps) {
  const { code, messages } = useLanguage();
  const { id, name, description, relevance, hostKind, moderation, group, displayPrice, estimate } = service;
  const monthly = estimate && (estimate.about ?? { amount: estimate.perMonth, currency: estimate.currency });
  const [isShown, setShown] = useState(isOpen);
  const { offset: _offset, ...all } = view;
  const own: View = { ...all, ...(group && { host: group.domain }) };
  const { freeQuota } = service.pricing;
  const words = relevance ? [...relevance.matchedTokens, ...relevance.matchedWords] : [];
  const [, path] = splitEndpoint(service.endpoint);
  const labels = [
    moderation && messages.moderation[moderation.state],
    hostKind && messages.hostKinds[hostKind],
    service.testnet && messages.hostKinds.testnet,
  ].filter(Boolean);
  return (
    <li class="row">
      <h2>
        <ServiceName name={name}>
          <Link href={`/services/${id}`}>
            <Highlight text={cut(name, nameWidth)} words={words} />
          </Link>
        </ServiceName>
      </h2>
      <Price pricing={service.pricing} />
      {isRepeated ? (
        <p class="description">
          <code>{cut(path, descriptionWidth)}</code>
        </p>
      ) : (
        <p class="description" lang={textLanguage(description)}>
          <Highlight text={cut(description, descriptionWidth)} words={words} />
        </p>
      )}
      <ul class="meta">
        <li>
          <StatusBadge status={service.status} />
        </li>
        {labels.map((label) => (
          <li key={label}>
            <strong class="label">{label}</strong>
          </li>
        ))}
        {service.trustScore > 0 && (
          <li>
            <Trust score={service.trustScore} isLabelled />
          </li>
        )}
        {freeQuota !== undefined && freeQuota > 0 && <li>{messages.quota(freeQuota)}</li>}
        {displayPrice && <li>{messages.roughly(messages.amount(displayPrice.amount, displayPrice.currency))}</li>}
        {monthly && <li>{messages.perMonth(messages.amount(monthly.amount, monthly.currency))}</li>}
        {service.supportedChains.map((chain) => (
          <li key={chain}>{cut(chain, labelWidth)}</li>
        ))}
        <li>{cut(categoryLabel(service.category, categories, code), labelWidth)}</li>
        {group && (
          <li class="provider">
            <Link href={`/providers/${group.domain}`}>{cut(group.name, labelWidth)}</Link>{' '}
            {group.services > 1 && (
              <Link href={viewAddress(own)} aria-expanded={isShown} onFollow={() => setShown(!isShown)}>
                {messages.others(group.services - 1)}
              </Link>
            )}
          </li>
        )}
        {relevance && (
          <li class="reason" lang={textLanguage(relevance.reason) ?? 'en'}>
            {relevance.reason}
          </li>
        )}
        <li class="choose">
          <label>
            <input
              type="checkbox"
              name="ids"
              value={id}
              form={compareForm}
              checked={chosen.has(id)}
              disabled={chosen.isFull && !chosen.has(id)}
              aria-label={messages.compareName(name)}
              onChange={() => chosen.toggle({ id, name })}
            />
            {messages.compare}
          </label>
        </li>
      </ul>
      {group && isShown && <OthersOfProvider service={service} view={own} categories={categories} chosen={chosen} />}
    </li>
  );
}

/** The other services of a provider among the results, as rows below the first. `view` is that of the provider. */
function OthersOfProvider({
  service,
  view,
  ...rest
}: Pick<ResultRowProps, 'service' | 'view' | 'categories' | 'chosen'>) {
  const messages = useMessages();
  const { services: count = 0, prices = [] } = service.group ?? {};
  const { value } = useAnswer(viewAddress(view), (signal, reads) => findServices(reads, view, signal));
  if (!value) return null;
  const others = value.services.filter(({ id }) => id !== service.id);
  return (
    <div class="others">
      <p>{priceRanges(prices, messages)}</p>
      <ol class="rows">
        {others.map((other) => (
          <ResultRow
            key={other.id}
            service={other}
            view={view}
            isRepeated={other.description === service.description}
            {...rest}
          />
        ))}
      </ol>
      {count > others.length + 1 && <Link href={viewAddress(view)}>{messages.allOf(count)}</Link>}
    </div>
  );
}
