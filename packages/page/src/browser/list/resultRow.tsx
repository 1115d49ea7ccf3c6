import type { Category } from '@shirube/contracts';
import { categoryLabel } from '../directory.js';
import type { FoundService } from '../findServices.js';
import { textLanguage } from '../formats.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { Highlight } from '../markWords.js';
import { Price, ServiceName, StatusBadge, Trust } from '../serviceLabels.js';

interface ResultRowProps {
  service: FoundService;
  categories: Category[] | undefined;
}

/** One service among the results. */
export function ResultRow({ service, categories }: ResultRowProps) {
  const { code, messages } = useLanguage();
  const { relevance } = service;
  const { freeQuota } = service.pricing;
  const words = relevance ? [...relevance.matchedTokens, ...relevance.matchedWords] : [];
  return (
    <li class="row">
      <h2>
        <ServiceName name={service.name}>
          <Link href={`/services/${service.id}`}>
            <Highlight text={service.name} words={words} />
          </Link>
        </ServiceName>
      </h2>
      <Price pricing={service.pricing} />
      <p class="description" lang={textLanguage(service.description)}>
        <Highlight text={service.description} words={words} />
      </p>
      <ul class="meta">
        <li>
          <StatusBadge status={service.status} />
        </li>
        {service.moderation && (
          <li>
            <strong>{messages.moderation[service.moderation.state]}</strong>
          </li>
        )}
        {service.testnet && (
          <li>
            <strong>{messages.testnet}</strong>
          </li>
        )}
        <li>
          <Trust score={service.trustScore} isLabelled />
        </li>
        {freeQuota !== undefined && freeQuota > 0 && <li>{messages.quota(freeQuota)}</li>}
        {service.supportedChains.map((chain) => (
          <li key={chain}>{chain}</li>
        ))}
        <li>{categoryLabel(service.category, categories, code)}</li>
        <li>
          <label class="choose">
            <input
              type="checkbox"
              name="ids"
              value={service.id}
              form={compareForm}
              aria-label={messages.compareName(service.name)}
            />
            {messages.compare}
          </label>
        </li>
      </ul>
      {relevance && (
        <p class="reason" lang={textLanguage(relevance.reason) ?? 'en'}>
          {relevance.reason}
        </p>
      )}
    </li>
  );
}

/** The id of the form that the checkboxes beside services belong to. */
export const compareForm = 'compare';

/** A plain form that opens the chosen services side by side. */
export function CompareForm() {
  const { messages, urlLanguage } = useLanguage();
  return (
    <form id={compareForm} class="compare-form" action="/compare">
      {urlLanguage && <input type="hidden" name="lang" value={urlLanguage} />}
      <button type="submit" class="button">
        {messages.compareChosen}
      </button>
    </form>
  );
}
