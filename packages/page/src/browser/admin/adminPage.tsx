import { ProblemError } from '@shirube/client';
import type { AdminOverview } from '@shirube/contracts';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { KeyForm } from '../account/keyForm.js';
import { useAccountMessages } from '../account/messages.js';
import { Refusal } from '../account/refusal.js';
import { useMessages } from '../language/language.js';
import { useOwnKey } from '../ownKey.js';
import { client, useAnswer } from '../useAnswer.js';
import { Keys } from './keys.js';
import { Listings } from './listings.js';
import { useAdminMessages } from './messages.js';
import { Moderation } from './moderation.js';
import { MonitorHealth } from './monitorHealth.js';
import { Log, Nodes } from './nodes.js';
import { AuditLog, RecentChanges } from './recent.js';
import { Reports } from './reports.js';
import { SetAsideList } from './setAside.js';
import { OperatorContext, useAdmin } from './useAdmin.js';
import { Verdict } from './verdict.js';

const refreshMs = 30_000;

/** The page for operators. Without a key, the key form. */
export function AdminPage() {
  const own = useAdminMessages();
  const account = useAccountMessages();
  const { key, change } = useOwnKey();
  const [round, setRound] = useState(0);
  const main = useRef<HTMLElement>(null);
  const refresh = () => setRound((before) => before + 1);

  useEffect(() => {
    main.current?.focus({ preventScroll: true });
  }, [key]);
  useEffect(() => {
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <main ref={main} id="results" class="account-page admin-page" tabIndex={-1}>
      <h1>{useMessages().operations}</h1>
      {key ? (
        <OperatorContext.Provider key={key} value={{ apiKey: key, round, refresh }}>
          <Sections />
          <p class="actions">
            <button type="button" class="button quiet" onClick={() => change(undefined)}>
              {own.clearKey}
            </button>
          </p>
        </OperatorContext.Provider>
      ) : (
        <>
          <p>{account.needsAdmin}</p>
          <KeyForm path="/api/admin/overview" />
        </>
      )}
    </main>
  );
}

function Sections() {
  const { apiKey, round } = useContext(OperatorContext);
  const overview = useAdmin<AdminOverview>('/api/admin/overview');
  const summary = useAnswer(`${apiKey} health ${round}`, (signal) => client.getMonitorSummary({ key: apiKey, signal }));
  const { error } = overview.failure ?? {};
  if (error instanceof ProblemError && (error.status === 401 || error.status === 403)) return <Refusal error={error} />;
  return (
    <>
      <Verdict overview={overview.value} summary={summary.value} />
      <Nodes overview={overview} />
      <Log overview={overview} />
      <SetAsideList />
      <MonitorHealth answer={summary} />
      <Keys />
      <Listings />
      <Reports />
      <Moderation />
      <RecentChanges />
      <AuditLog />
    </>
  );
}
