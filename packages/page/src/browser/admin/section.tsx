import type { ComponentChildren } from 'preact';
import { Refusal } from '../account/refusal.js';
import { useMessages } from '../language/language.js';
import type { Answer } from '../useAnswer.js';

interface SectionProps<T> {
  id: string;
  title: string;
  answer: Answer<T>;
  children: (value: T) => ComponentChildren;
}

/** A section of the page that shows the response of a route, folded at first. */
export function Section<T>({ id, title, answer: { value, failure }, children }: SectionProps<T>) {
  const messages = useMessages();
  return (
    <article aria-labelledby={`${id}-title`}>
      <details id={id}>
        <summary>
          <h2 id={`${id}-title`}>{title}</h2>
        </summary>
        {failure && <Refusal error={failure.error} />}
        {!failure && value === undefined && <p role="status">{messages.loading}</p>}
        {value !== undefined && children(value)}
      </details>
    </article>
  );
}

/** A point in time. */
export function Moment({ at }: { at: string }) {
  const messages = useMessages();
  return (
    <time dateTime={at} title={messages.moment(at)}>
      {messages.ago(at)}
    </time>
  );
}
