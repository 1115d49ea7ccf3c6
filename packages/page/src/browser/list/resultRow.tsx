import type { Category } from '@shirube/contracts';
import { categoryLabel } from '../directory.js';
import type { FoundService } from '../findServices.js';
import { cut, splitEndpoint, textLanguage } from '../formats.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { Highlight } from '../markWords.js';
import { Price, ServiceName, StatusBadge, Trust } from '../serviceLabels.js';
import { type Chosen, compareForm } from './compareTray.js';

const nameWidth = 100;
const descriptionWidth = 150;
const labelWidth = 24;

interface ResultRowProps {
  service: FoundService;
  /** Whether a row above has the same description, of the same host: the path is what differs. */
  isRepeated: boolean;
  categories: Category[] | undefined;
  chosen: Chosen;
}

/** One service among the results. */
export function ResultRow({ service, isRepeated, categories, chosen }: ResultRowProps) {
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
    </li>
  );
}
