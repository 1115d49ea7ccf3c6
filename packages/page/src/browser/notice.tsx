import { ProblemError } from '@shirube/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from './language/language.js';
import type { Failure } from './useAnswer.js';

interface NoticeProps {
  title: string;
  /** Whether it is all that the page shows, so that its title is that of the page. */
  asPageTitle?: boolean;
  children?: ComponentChildren;
}

/** Shown in place of results if there are none. */
export function Notice({ title, asPageTitle = false, children }: NoticeProps) {
  return (
    <div class="notice">
      {asPageTitle ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}

interface FailureNoticeProps {
  failure: Failure;
  asPageTitle?: boolean;
  children?: ComponentChildren;
}

/** Says what went wrong and what happens next. Temporary failures are retried automatically. */
export function FailureNotice({ failure, asPageTitle = false, children }: FailureNoticeProps) {
  const messages = useMessages();
  const { error, retryAt, retry } = failure;
  const faults = error instanceof ProblemError ? error.errors : [];
  const text = error instanceof ProblemError ? (messages.problems[error.code] ?? error.message) : messages.unreachable;
  return (
    <Notice title={retryAt === undefined ? messages.failed : text} asPageTitle={asPageTitle}>
      {retryAt === undefined && faults.length === 0 && <p>{text}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {retryAt !== undefined && (
        <>
          <Countdown until={retryAt} />
          <button type="button" class="button" onClick={retry}>
            {messages.retryNow}
          </button>
        </>
      )}
      {children}
    </Notice>
  );
}

function Countdown({ until }: { until: number }) {
  const messages = useMessages();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.ceil((until - now) / 1000);
  return <p class="countdown">{seconds > 0 ? messages.retryIn(seconds) : messages.retrying}</p>;
}
