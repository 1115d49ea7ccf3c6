import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useOwnKey } from '../ownKey.js';
import { SentForm, Submit } from '../sentForm.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import { useSending } from './useSending.js';

/** Asks for the key. It is sent once to verify it, and kept in memory if it is valid. */
export function KeyForm() {
  const refusalText = useRefusalText();
  const own = useAccountMessages();
  const { change } = useOwnKey();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isSending, refusal, send } = useSending();
  const [isNoKey, setNoKey] = useState(false);
  const refused = refusal === undefined ? undefined : refusalText(refusal);
  const fault = isNoKey ? own.notAKey : refused;

  useLayoutEffect(() => {
    if (fault) input.current?.focus();
  }, [refusal, isNoKey]);

  const check = () => {
    const key = input.current?.value.trim() ?? '';
    const isKey = /^[!-~]+$/.test(key);
    setNoKey(!isKey);
    if (!isKey) return;
    void send(async () => {
      await client.listAccountServices({ limit: 1 }, { key });
      change(key);
    });
  };

  return (
    <SentForm noValidate onSend={check}>
      <div class="field">
        <label for={id}>{own.key}</label>
        {/* Not type="password": browsers would offer to store the key. */}
        <input
          id={id}
          ref={input}
          class="secret"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          required
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault ${id}-help`}
        />
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault}
        </p>
        <p id={`${id}-help`} class="help">
          {own.keyHelp} {own.noKey}
        </p>
      </div>
      <Submit isPrimary isSending={isSending}>
        {isSending ? own.sending : own.useKey}
      </Submit>
    </SentForm>
  );
}
