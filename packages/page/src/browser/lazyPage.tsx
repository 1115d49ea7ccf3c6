import type { ComponentType } from 'preact';
import { FailureNotice } from './failureNotice.js';
import { useMessages } from './language/language.js';
import { useAnswer } from './useAnswer.js';

interface LazyPageProps {
  /** Identifies the page. */
  name: string;
  load: () => Promise<ComponentType<{ path: string }>>;
  path: string;
}

/** A page whose script is loaded when it is first opened. */
export function LazyPage({ name, load, path }: LazyPageProps) {
  const messages = useMessages();
  const { value: Page, failure } = useAnswer(`script ${name}`, load);
  if (Page) return <Page path={path} />;
  return (
    <main id="results" class="account-page">
      {failure ? <FailureNotice failure={failure} isWhole /> : <p role="status">{messages.loading}</p>}
    </main>
  );
}
