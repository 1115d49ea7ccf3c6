import type { Registration } from '@shirube/client';
import { useRef, useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { type AccountAction, type Duplicate, duplicateOf } from './actionNotice.js';
import { emptyFields, fieldsOf, toRegistration } from './formFields.js';
import { PasteAddress } from './pasteAddress.js';
import { ServiceForm } from './serviceForm.js';
import { useSubmission } from './useSubmission.js';

/**
 * Registers a service. Sending the same form again, such as after a lost response, does not create a second service.
 */
export function RegisterPage({ apiKey, onDone }: { apiKey: string; onDone: (done: AccountAction) => void }) {
  const messages = useMessages();
  const [values, setValues] = useState(emptyFields);
  const [draft, setDraft] = useState<Registration>();
  const submission = useSubmission();
  const attempt = useRef({ values, idempotencyKey: '' });

  const submit = () =>
    submission.send(async () => {
      if (attempt.current.values !== values || !attempt.current.idempotencyKey) {
        attempt.current = { values, idempotencyKey: randomKey() };
      }
      const { idempotencyKey } = attempt.current;
      let duplicate: Duplicate | undefined;
      const registration = toRegistration(values);
      // Call details, tags and the like have no form fields. They are sent only if the endpoint is still the one that
      // they were found at.
      const service = await client.registerService(
        draft?.endpoint === registration.endpoint ? { ...draft, ...registration } : registration,
        {
          key: apiKey,
          idempotencyKey,
          onHeaders: (headers) => {
            duplicate = duplicateOf(headers);
          },
        },
      );
      onDone({ kind: 'registered', service, duplicate });
    });

  return (
    <>
      <h1>{messages.registerService}</h1>
      <p>
        <Link href="/check">{messages.checkApi}</Link>
      </p>
      <PasteAddress
        apiKey={apiKey}
        onChoose={(registration) => {
          setDraft(registration);
          setValues(fieldsOf(registration));
        }}
      />
      <ServiceForm
        values={values}
        submission={submission}
        submitLabel={messages.registerService}
        onChange={setValues}
        onSubmit={submit}
      />
    </>
  );
}

/** Used because crypto.randomUUID is not available over plain http. */
const randomKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-');
