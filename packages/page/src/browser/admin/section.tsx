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

/** A section of the page that shows the response of a route. */
export const Section = <T,>({ id, title, ...content }: SectionProps<T>) => (
  <article id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <Content {...content} />
  </article>
);

/** The same, folded at first. */
export const FoldedSection = <T,>({ id, title, ...content }: SectionProps<T>) => (
  <article aria-labelledby={`${id}-title`}>
    <details id={id}>
      <summary>
        <h2 id={`${id}-title`}>{title}</h2>
      </summary>
      <Content {...content} />
    </details>
  </article>
);

function Content<T>({ answer: { value, failure }, children }: Pick<SectionProps<T>, 'answer' | 'children'>) {
  const messages = useMessages();
  return (
    <>
      {failure && <Refusal error={failure.error} />}
      {!failure && value === undefined && <p role="status">{messages.loading}</p>}
      {value !== undefined && children(value)}
    </>
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
