import type { Registration } from '@shirube/client';
import { useRef, useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import type { Done } from './doneNotice.js';
import { duplicateOf } from './duplicateOf.js';
import { emptyFields, fieldsOf, toRegistration } from './formFields.js';
import { PasteAddress } from './pasteAddress.js';
import { ServiceForm } from './serviceForm.js';
import { useSending } from './useSending.js';

/** Registers a service. The same form sent twice, as after an answer that was lost, is one service. */
export function RegisterPage({ apiKey, onDone }: { apiKey: string; onDone: (done: Done) => void }) {
  const messages = useMessages();
  const [values, setValues] = useState(emptyFields);
  const [found, setFound] = useState<Registration>();
  const sending = useSending();
  const attempt = useRef({ values, idempotencyKey: '' });

  const submit = () =>
    sending.send(async () => {
      if (attempt.current.values !== values || !attempt.current.idempotencyKey) {
        attempt.current = { values, idempotencyKey: randomKey() };
      }
      const { idempotencyKey } = attempt.current;
      let duplicate: string | undefined;
      const typed = toRegistration(values);
      // How it is called, its tags and the like have no fields: they go with the address that they were found at.
      const service = await client.register(found?.endpoint === typed.endpoint ? { ...found, ...typed } : typed, {
        key: apiKey,
        idempotencyKey,
        onHeaders: (headers) => {
          duplicate = duplicateOf(headers);
        },
      });
      onDone({ what: 'registered', service, duplicate });
    });

  return (
    <>
      <h1>{messages.registerService}</h1>
      <PasteAddress
        apiKey={apiKey}
        onFound={(registration) => {
          setFound(registration);
          setValues(fieldsOf(registration));
        }}
      />
      <ServiceForm
        values={values}
        sending={sending}
        submitLabel={messages.registerService}
        onChange={setValues}
        onSubmit={submit}
      />
    </>
  );
}

/** crypto.randomUUID is not there on plain http. */
const randomKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-');
