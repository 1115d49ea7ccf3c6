import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useOwnKey } from '../ownKey.js';
import { go } from '../place.js';
import { pageTitle } from '../viewTitle.js';
import { type Done, DoneNotice } from './doneNotice.js';
import { EditPage } from './editPage.js';
import { HealthPage } from './healthPage.js';
import { KeyForm } from './keyForm.js';
import { useAccountMessages } from './language/accountMessages.js';
import { OwnServices } from './ownServices.js';
import { RegisterPage } from './registerPage.js';

const editAddress = /^\/account\/services\/([^/]+)\/?$/;

/** What owners see: their services, and the forms that register and change them. Without a key, where to paste one. */
export function AccountPage({ path }: { path: string }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { key, change } = useOwnKey();
  const [done, setDone] = useState<Done>();
  const main = useRef<HTMLElement>(null);
  const editedId = editAddress.exec(path)?.[1];
  const isRegistering = path.startsWith('/account/register');
  const isHealth = path.startsWith('/account/health');
  const isList = !editedId && !isRegistering && !isHealth;

  useEffect(() => {
    const name = isRegistering ? messages.registerService : own.title;
    document.title = pageTitle(isHealth ? own.health : name);
  });
  useEffect(() => {
    if (!isList) setDone(undefined);
    if (!done || !isList) main.current?.focus({ preventScroll: true });
  }, [path, key]);

  const finish = (what: Done) => {
    setDone(what);
    go('/account');
    scrollTo(0, 0);
  };
  const forget = () => {
    change(undefined);
    setDone(undefined);
  };

  return (
    <main ref={main} id="results" class="account-page" tabIndex={-1}>
      {!isList && (
        <p class="way-back">
          <Link href="/account" isBack>
            <Icon name="back" />
            {own.title}
          </Link>
        </p>
      )}
      {(isList || !key) && <h1>{own.title}</h1>}
      {!key && (
        <>
          <p>{isHealth ? own.needsAdmin : own.intro}</p>
          <KeyForm />
        </>
      )}
      {key && isList && (
        <>
          {done && <DoneNotice done={done} />}
          <OwnServices apiKey={key} onDone={finish} />
          <p class="actions">
            <Link href="/account/health">{own.health}</Link>
            <button type="button" class="button quiet" onClick={forget}>
              {own.forgetKey}
            </button>
          </p>
        </>
      )}
      {key && isHealth && <HealthPage apiKey={key} />}
      {key && isRegistering && <RegisterPage apiKey={key} onDone={finish} />}
      {key && editedId && <EditPage key={editedId} id={editedId} apiKey={key} onDone={finish} />}
    </main>
  );
}
