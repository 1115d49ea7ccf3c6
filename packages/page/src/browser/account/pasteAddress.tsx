import type { Preview, Registration } from '@shirube/client';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { useAccountMessages } from './language/accountMessages.js';
import { refusalText } from './refusalText.js';
import { useSending } from './useSending.js';

interface PasteAddressProps {
  apiKey: string;
  onFound: (registration: Registration) => void;
}

/** Fills the form from what the origin of an address says, and tells what is wrong there. */
export function PasteAddress({ apiKey, onFound }: PasteAddressProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const [url, setUrl] = useState('');
  const [found, setFound] = useState<Preview>();
  const { isSending, refusal, send } = useSending();
  const read = () =>
    send(async () => {
      const preview = await client.preview(url.trim(), { key: apiKey });
      setFound(preview);
      const first = preview.candidates.find(({ registration }) => registration)?.registration;
      if (first) onFound(first);
    });
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
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
        {refusal !== undefined && <p class="refusal">{refusalText(refusal, messages, own)}</p>}
        {found && <Found preview={found} onFound={onFound} />}
      </div>
    </form>
  );
}

function Found({ preview, onFound }: { preview: Preview; onFound: PasteAddressProps['onFound'] }) {
  const own = useAccountMessages();
  const { candidates, faults } = preview;
  return (
    <>
      {faults.map(({ message }) => (
        <p key={message} lang="en">
          {message}
        </p>
      ))}
      <ul>
        {candidates.map(({ endpoint, registration, faults }) => (
          <li key={endpoint}>
            {endpoint}{' '}
            {registration && (
              <button type="button" class="button" onClick={() => onFound(registration)}>
                {own.fillIn}
              </button>
            )}
            {faults.map(({ message }) => (
              <p key={message} class="fault" lang="en">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
