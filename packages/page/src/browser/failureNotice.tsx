import { ProblemError } from '@shirube/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from './language/language.js';
import { Notice } from './notice.js';
import type { Failure } from './useAnswer.js';

/** Says what went wrong and what happens next; what may pass by itself is tried again by itself. */
export function FailureNotice({ failure, children }: { failure: Failure; children?: ComponentChildren }) {
  const messages = useMessages();
  const { error, retryAt, retry } = failure;
  const faults = error instanceof ProblemError ? error.errors : [];
  const said = error instanceof ProblemError ? (messages.problems[error.code] ?? error.message) : messages.unreachable;
  return (
    <Notice title={retryAt === undefined ? messages.failed : said}>
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
