import { ProblemError } from '@shirube/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from './language/language.js';
import type { Failure } from './useAnswer.js';

interface NoticeProps {
  title: string;
  /** Whether it is all that the page shows, so that its title is that of the page. */
  isWhole?: boolean;
  children?: ComponentChildren;
}

/** Shown in place of results if there are none. */
export function Notice({ title, isWhole = false, children }: NoticeProps) {
  return (
    <div class="notice">
      {isWhole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}

interface FailureNoticeProps {
  failure: Failure;
  isWhole?: boolean;
  children?: ComponentChildren;
}

/** Says what went wrong and what happens next. Temporary failures are retried automatically. */
export function FailureNotice({ failure, isWhole = false, children }: FailureNoticeProps) {
  const messages = useMessages();
  const { error, retryAt, retry } = failure;
  const faults = error instanceof ProblemError ? error.errors : [];
  const said = error instanceof ProblemError ? (messages.problems[error.code] ?? error.message) : messages.unreachable;
  return (
    <Notice title={retryAt === undefined ? messages.failed : said} isWhole={isWhole}>
      {retryAt === undefined && faults.length === 0 && <p>{said}</p>}
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
