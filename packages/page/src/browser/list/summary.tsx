import type { Findings, Understanding } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { Marked } from '../marked.js';
import { plainAmount } from '../plainAmount.js';
import { textLanguage } from '../textLanguage.js';
import { sorts, type View } from '../view.js';
import { Choice } from './choice.js';

interface SummaryProps {
  view: View;
  findings: Findings | undefined;
  onChange: (changed: Partial<View>) => void;
}

/** The line above the results: how many, how a text was understood, and in which order. */
export function Summary({ view, findings, onChange }: SummaryProps) {
  const messages = useMessages();
  // Room for how a text is read is kept while it is being read.
  const isRead = view.text !== '' && (!findings || findings.understanding !== undefined);
  const natural = view.text ? messages.sorts.relevance : messages.sorts.trust;
  const options = sorts
    .filter((value) => value !== 'trust' || view.text)
    .map((value) => ({ value, label: value === '' ? natural : messages.sorts[value] }));
  return (
    <div class={isRead ? 'summary read' : 'summary'}>
      <p class="count" role="status">
        {findings ? <Count findings={findings} /> : ' '}
      </p>
      <Choice
        label={messages.sort}
        value={view.sort === 'trust' && !view.text ? '' : view.sort}
        options={options}
        onChange={(sort) => onChange({ sort })}
      />
      {findings?.understanding && <Understood understanding={findings.understanding} />}
    </div>
  );
}

function Count({ findings: { total, services } }: { findings: Findings }) {
  const messages = useMessages();
  return total === undefined ? messages.foundBest(services.length) : messages.found(total);
}

/** Why the results are there, the conditions that were read out of the text, and, struck through, words that led nowhere. */
function Understood({ understanding }: { understanding: Understanding }) {
  const messages = useMessages();
  const { tokens, matchedTokens, reason, constraints } = understanding;
  const { maxPricePerRequest, exclusive = false, currency = '', chain, status } = constraints;
  const amount = maxPricePerRequest && `${plainAmount(maxPricePerRequest)} ${currency}`.trim();
  const conditions = [
    amount &&
      (amount.startsWith('0 ') || amount === '0' ? messages.free : messages.atMost(amount, exclusive)),
    chain && messages.onChain(chain),
    status && messages.statuses[status],
  ].filter(Boolean);
  const lost = [...new Set(tokens)].filter((token) => !matchedTokens.includes(token));
  return (
    <>
      <p class="because" lang={textLanguage(reason) ?? 'en'}>
        <Marked text={reason} words={matchedTokens} />
      </p>
      <ul class="words">
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
        {lost.map((token) => (
          <li key={token} lang={textLanguage(token)}>
            <s>{token}</s>
          </li>
        ))}
      </ul>
    </>
  );
}
