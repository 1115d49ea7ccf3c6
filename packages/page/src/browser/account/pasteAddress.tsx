import type { Preview, Registration } from '@shirube/client';
import { useState } from 'preact/hooks';
import { ActionForm, Field } from '../actionForm.js';
import { client } from '../directory.js';
import { Faults } from '../service/waysToPay.js';
import { useAccountMessages } from './messages.js';
import { useRefusalText } from './refusal.js';
import { useSubmission } from './useSubmission.js';

type OnChoose = (registration: Registration) => void;

/** Fills the form from what the origin of an address offers, and reports its faults. */
export function PasteAddress({ apiKey, onChoose }: { apiKey: string; onChoose: OnChoose }) {
  const refusalText = useRefusalText();
  const own = useAccountMessages();
  const [preview, setPreview] = useState<Preview>();
  const { isSending, refusal, send } = useSubmission();
  const readAddress = (form: HTMLFormElement) =>
    send(async () => {
      const url = String(new FormData(form).get('url')).trim();
      const read = await client.previewRegistrations({ url }, { key: apiKey });
      setPreview(read);
      const first = read.candidates.find(({ registration }) => registration)?.registration;
      if (first) onChoose(first);
    });
  return (
    <ActionForm noValidate onSend={readAddress}>
      <Field label={own.pasteAddress} name="url" inputMode="url" help={own.pasteAddressHelp} />
      <button type="submit" class="button" aria-disabled={isSending}>
        {isSending ? own.reading : own.readAddress}
      </button>
      <div role="status">
        {refusal !== undefined && <p class="refusal">{refusalText(refusal)}</p>}
        {preview && <Candidates preview={preview} onChoose={onChoose} />}
      </div>
    </ActionForm>
  );
}

function Candidates({ preview, onChoose }: { preview: Preview; onChoose: OnChoose }) {
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
              <button type="button" class="button" onClick={() => onChoose(registration)}>
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
