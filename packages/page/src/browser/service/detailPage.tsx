import type { ComponentChildren, RefObject } from 'preact';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice, Notice } from '../notice.js';
import { lastView } from '../place.js';
import type { Failure } from '../useAnswer.js';
import { useFigureMessages } from './messages.js';

interface DetailPageProps {
  main?: RefObject<HTMLElement | null> | null;
  failure: Failure | undefined;
  /** Why there is nothing at this address, if so. */
  missing?: { title: string; hint?: string | undefined } | false;
  /** Undefined while it loads. */
  children: ComponentChildren;
}

/** The page of one thing: the way back, and the thing or why it cannot be shown. */
export function DetailPage({ main = null, failure, missing = false, children }: DetailPageProps) {
  const messages = useMessages();
  const figures = useFigureMessages();
  return (
    <main ref={main} id="results" class="service-page" tabIndex={-1}>
      <p class="way-back">
        <Link href={lastView.address} isBack>
          <Icon name="back" />
          {figures.back}
        </Link>
      </p>
      {missing && (
        <Notice title={missing.title} asPageTitle>
          {missing.hint && <p>{missing.hint}</p>}
          <Link class="button" href="/">
            {messages.toDirectory}
          </Link>
        </Notice>
      )}
      {failure && !missing && <FailureNotice failure={failure} asPageTitle />}
      {!failure && (children ?? <p role="status">{messages.loading}</p>)}
    </main>
  );
}
