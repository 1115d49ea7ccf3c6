import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActionForm, Field, Submit } from '../actionForm.js';
import { client } from '../directory.js';
import { useOwnKey } from '../ownKey.js';
import { useOrigin } from '../rendering.js';
import { useSignUp } from '../signUp.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import { useSubmission } from './useSubmission.js';

/**
 * Asks for the key. It is sent once to verify it, and kept in memory, or in the tab, if it is valid. `path` is what it
 * gives access to.
 */
export function KeyForm({ path }: { path: string }) {
  const refusalText = useRefusalText();
  const own = useAccountMessages();
  const origin = useOrigin();
  const { change } = useOwnKey();
  const input = useRef<HTMLInputElement>(null);
  const { isSending, refusal, send } = useSubmission();
  const [isNoKey, setNoKey] = useState(false);
  const refusalMessage = refusal === undefined ? undefined : refusalText(refusal);
  const fault = isNoKey ? own.notAKey : refusalMessage;

  useLayoutEffect(() => {
    if (fault) input.current?.focus();
  }, [refusal, isNoKey]);

  const check = (form: HTMLFormElement) => {
    const key = input.current?.value.trim() ?? '';
    const isKey = /^[!-~]+$/.test(key);
    setNoKey(!isKey);
    if (!isKey) return;
    void send(async () => {
      await client.listAccountServices({ limit: 1 }, { key });
      change(key, new FormData(form).has('kept'));
    });
  };

  return (
    <ActionForm noValidate onSend={check}>
      {/* Not type="password": browsers would offer to store the key. */}
      <Field label={own.key} name="key" class="secret" required input={input} fault={fault} help={own.keyHelp} />
      <p>
        <label>
          <input type="checkbox" name="kept" /> {own.keepKey}
        </label>
      </p>
      <Submit isPrimary isSending={isSending}>
        {isSending ? own.sending : own.useKey}
      </Submit>
      <noscript>
        <p>
          {own.needsScript} <code>{`curl -H "Authorization: Bearer KEY" ${origin}${path}`}</code>
        </p>
      </noscript>
    </ActionForm>
  );
}

/** Says that the operator issues keys, and whom to ask. */
export function AskOperator() {
  const own = useAccountMessages();
  const { contact } = useSignUp();
  return (
    <>
      {own.operatorIssues} {contact && <a href={contact}>{own.askOperator}</a>}
    </>
  );
}
