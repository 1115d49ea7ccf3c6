import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../definePage.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useOwnKey } from '../ownKey.js';
import { navigate } from '../place.js';
import { useSignUp } from '../signUp.js';
import { type AccountAction, ActionNotice } from './actionNotice.js';
import { EditPage } from './editPage.js';
import { InsightsPage } from './insightsPage.js';
import { AskOperator, KeyForm } from './keyForm.js';
import { useAccountMessages } from './messages.js';
import { OwnKeys } from './ownKeys.js';
import { OwnProofs } from './ownProofs.js';
import { OwnServices } from './ownServices.js';
import { OwnWebhook } from './ownWebhook.js';
import { RegisterPage } from './registerPage.js';

const editAddress = /^\/account\/services\/([^/]+)\/?$/;

/** The pages for owners: their services, how they are found, and forms to register and edit them. Without a key, the key form. */
export function AccountPage({ place: { path } }: PageProps<unknown>) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { key, change } = useOwnKey();
  const [action, setAction] = useState<AccountAction>();
  const main = useRef<HTMLElement>(null);
  const editedId = editAddress.exec(path)?.[1];
  const isRegistering = path.startsWith('/account/register');
  const isInsights = path.startsWith('/account/insights');
  const isList = !editedId && !isRegistering && !isInsights;

  useLayoutEffect(() => {
    if (!isList) setAction(undefined);
    if (!action || !isList) main.current?.focus({ preventScroll: true });
  }, [path, key]);

  const finish = (kind: AccountAction) => {
    setAction(kind);
    navigate('/account');
    scrollTo(0, 0);
  };
  const clearKey = () => {
    change(undefined);
    setAction(undefined);
  };

  return (
    <main ref={main} id="results" class="account-page" tabIndex={-1}>
      {!isList && (
        <p class="way-back">
          <Link href="/account" isBack>
            <Icon name="back" />
            {messages.ownServices}
          </Link>
        </p>
      )}
      {(isList || !key) && <h1>{isInsights ? messages.insights : messages.ownServices}</h1>}
      {!key && <WithoutKey path={isInsights ? '/api/account/insights' : '/api/account/services'} />}
      {key && isList && (
        <>
          {action && <ActionNotice action={action} />}
          <OwnServices apiKey={key} onDone={finish} />
          <OwnProofs apiKey={key} />
          <Settings apiKey={key} />
          <p class="actions">
            <Link href="/account/insights">{messages.insights}</Link>
            <Link href="/admin">{messages.operations}</Link>
            <button type="button" class="button quiet" onClick={clearKey}>
              {own.clearKey}
            </button>
          </p>
        </>
      )}
      {key && isRegistering && <RegisterPage apiKey={key} onDone={finish} />}
      {key && isInsights && <InsightsPage apiKey={key} />}
      {key && editedId && <EditPage key={editedId} id={editedId} apiKey={key} onDone={finish} />}
    </main>
  );
}

/** What visitors without a key see: what the page is for, how to get a key, and what it needs to read `path`. */
function WithoutKey({ path }: { path: string }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { isOpen } = useSignUp();
  return (
    <>
      <p>{own.intro}</p>
      <p>
        {isOpen ? (
          <>
            {own.noKey} <Link href="/list">{own.openAccount}</Link>
          </>
        ) : (
          <AskOperator />
        )}
      </p>
      <KeyForm path={path} />
      <p>
        <Link href="/check">{messages.checkApi}</Link>
      </p>
    </>
  );
}

/** Rarely used settings, loaded when they are opened. */
function Settings({ apiKey }: { apiKey: string }) {
  const own = useAccountMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{own.settings}</summary>
      {isOpen && (
        <>
          <OwnWebhook apiKey={apiKey} />
          <OwnKeys apiKey={apiKey} />
        </>
      )}
    </details>
  );
}
