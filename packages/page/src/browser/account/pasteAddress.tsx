import type { Preview, Registration } from '@shirube/client';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { SentForm } from '../sentForm.js';
import { Faults } from '../service/waysToPay.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import { useSending } from './useSending.js';

type OnFound = (registration: Registration) => void;

/** Fills the form from what the origin of an address offers, and reports its faults. */
export function PasteAddress({ apiKey, onFound }: { apiKey: string; onFound: OnFound }) {
  const refusalText = useRefusalText();
  const own = useAccountMessages();
  const [url, setUrl] = useState('');
  const [found, setFound] = useState<Preview>();
  const { isSending, refusal, send } = useSending();
  const read = () =>
    send(async () => {
      const preview = await client.previewRegistrations(url.trim(), { key: apiKey });
      setFound(preview);
      const first = preview.candidates.find(({ registration }) => registration)?.registration;
      if (first) onFound(first);
    });
  return (
    <SentForm noValidate onSend={read}>
      <div class="field">
        <label for="paste-address">{own.pasteAddress}</label>
        <input
          id="paste-address"
          type="text"
          inputMode="url"
          autocapitalize="off"
          autocomplete="off"
          aria-describedby="paste-address-help"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <p id="paste-address-help" class="help">
          {own.pasteAddressHelp}
        </p>
      </div>
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
