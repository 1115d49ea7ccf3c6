import type { ComponentChildren } from 'preact';
import { useAccountMessages } from '../account/language/accountMessages.js';
import { refusalText } from '../account/refusalText.js';
import { useMessages } from '../language/language.js';
import type { Answer } from '../useAnswer.js';

interface SectionProps<T> {
  id: string;
  title: string;
  answer: Answer<T>;
  children: (value: T) => ComponentChildren;
}

/** A section of the page that shows the response of a route. */
export function Section<T>({ id, title, answer: { value, failure }, children }: SectionProps<T>) {
  const messages = useMessages();
  return (
    <article id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {failure && <Refusal error={failure.error} />}
      {!failure && value === undefined && <p role="status">{messages.loading}</p>}
      {value !== undefined && children(value)}
    </article>
  );
}

/** Shows why an action or a request failed. */
export function Refusal({ error }: { error: unknown }) {
  const text = refusalText(error, useMessages(), useAccountMessages());
  return (
    <p class="fault" role="alert">
      {text}
    </p>
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
