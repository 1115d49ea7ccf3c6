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
export function ResultRow({ service, view, isOpen, isRepeated, categories, chosen }: ResultRowProps) {
  const { code, messages } = useLanguage();
  const { id, name, description, relevance, hostKind, moderation } = service;
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
        <li>
          <Trust score={service.trustScore} isLabelled />
        </li>
        {freeQuota !== undefined && freeQuota > 0 && <li>{messages.quota(freeQuota)}</li>}
        {service.supportedChains.map((chain) => (
          <li key={chain}>{cut(chain, labelWidth)}</li>
        ))}
        <li>{cut(categoryLabel(service.category, categories, code), labelWidth)}</li>
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
      <MoreOfProvider service={service} view={view} isOpen={isOpen} categories={categories} chosen={chosen} />
    </li>
  );
}

interface MoreOfProviderProps {
  service: FoundService;
  view: View;
  isOpen: boolean | undefined;
  categories: Category[] | undefined;
  chosen: Chosen;
}

/** Who offers a result, and how many other results: they open in place, or as a list without script. */
export function MoreOfProvider({ service, view, isOpen = false, categories, chosen }: MoreOfProviderProps) {
  const messages = useMessages();
  const [isShown, setShown] = useState(isOpen);
  const { group } = service;
  const others = (group?.services ?? 1) - 1;
  const { offset: _offset, ...all } = view;
  const own: View = { ...all, ...(group && { host: group.domain }) };
  const address = viewAddress(own);
  const { value } = useAnswer(isShown && others > 0 ? address : '', (signal, reads) =>
    findServices(reads, own, signal),
  );
  if (!group) return null;
  const rest = value?.services.filter(({ id }) => id !== service.id);
  return (
    <div class="more-of-provider">
      <Link href={`/providers/${group.domain}`}>{group.name}</Link>
      {others > 0 && (
        <>
          {' '}
          <Link href={address} aria-expanded={isShown} onFollow={() => setShown(!isShown)}>
            {messages.others(others)}
          </Link>{' '}
          <span>{priceRanges(group.prices, messages)}</span>
        </>
      )}
      {isShown && rest && (
        <ol class="rows">
          {rest.map((other) => (
            <ResultRow
              key={other.id}
              service={other}
              view={own}
              isRepeated={other.description === service.description}
              categories={categories}
              chosen={chosen}
            />
          ))}
          {others > rest.length && (
            <li>
              <Link href={address}>{messages.allOf(others + 1)}</Link>
            </li>
          )}
        </ol>
      )}
    </div>
  );
}
