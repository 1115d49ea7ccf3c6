import type { Preview, Registration } from '@shirube/client';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { Field, SentForm } from '../sentForm.js';
import { Faults } from '../service/waysToPay.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import { useSending } from './useSending.js';

type OnFound = (registration: Registration) => void;

/** Fills the form from what the origin of an address offers, and reports its faults. */
export function PasteAddress({ apiKey, onFound }: { apiKey: string; onFound: OnFound }) {
  const refusalText = useRefusalText();
  const own = useAccountMessages();
  const [found, setFound] = useState<Preview>();
  const { isSending, refusal, send } = useSending();
  const read = (form: HTMLFormElement) =>
    send(async () => {
      const url = String(new FormData(form).get('url')).trim();
      const preview = await client.previewRegistrations(url, { key: apiKey });
      setFound(preview);
      const first = preview.candidates.find(({ registration }) => registration)?.registration;
      if (first) onFound(first);
    });
  return (
    <SentForm noValidate onSend={read}>
      <Field label={own.pasteAddress} name="url" inputMode="url" help={own.pasteAddressHelp} />
      <button type="submit" class="button" aria-disabled={isSending}>
        {isSending ? own.reading : own.readAddress}
      </button>
      <div role="status">
        {refusal !== undefined && <p class="refusal">{refusalText(refusal)}</p>}
        {found && <Found preview={found} onFound={onFound} />}
      </div>
    </SentForm>
  );
}

function Found({ preview, onFound }: { preview: Preview; onFound: OnFound }) {
  const own = useAccountMessages();
  const { candidates, faults } = preview;
  return (
    <>
      <Faults faults={faults} />
      <ul>
        {candidates.map(({ endpoint, registration, faults }) => (
          <li key={endpoint}>
            {endpoint}{' '}
            {registration && (
              <button type="button" class="button" onClick={() => onFound(registration)}>
                {own.fillIn}
              </button>
            )}
            <Faults faults={faults} />
          </li>
        ))}
      </ul>
    </>
  );
}
