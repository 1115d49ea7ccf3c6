import type { AccountKey, NewAccountKey } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { ActionForm, Field, NewKey, RowAction, Submit } from '../actionForm.js';
import { Moment, Section } from '../admin/section.js';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { useAnswer } from '../useAnswer.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSubmission } from './useSubmission.js';

/** The account's keys with their purpose and last use, and forms to issue and revoke them. */
export function OwnKeys({ apiKey }: { apiKey: string }) {
  const { keys: own } = useAccountMessages();
  const [round, setRound] = useState(Date.now);
  const [created, setCreated] = useState<NewAccountKey>();
  const { isSending, refusal, send } = useSubmission();
  const keys = useAnswer(`own keys ${round}`, (signal) => client.listAccountKeys({ key: apiKey, signal }));
  const refresh = () => setRound(Date.now());

  const issue = (form: HTMLFormElement) =>
    send(async () => {
      setCreated(await client.createAccountKey({ name: String(new FormData(form).get('name')) }, { key: apiKey }));
      form.reset();
      refresh();
    });
  const revoke = ({ id, name }: AccountKey) => {
    if (!confirm(own.revokeQuestion(name))) return;
    void send(async () => {
      await client.revokeAccountKey(id, { key: apiKey });
      refresh();
    });
  };

  return (
    <Section id="keys" title={own.title} answer={keys}>
      {(live) => (
        <>
          <FiguresTable
            label={own.title}
            columns={[own.name, own.created, own.lastUsed, own.action]}
            rows={live.map((key) => [
              key.name,
              <Moment at={key.createdAt} />,
              key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : own.never,
              <RowAction label={own.revokeOf(key.name)} isSending={isSending} onClick={() => revoke(key)}>
                {own.revoke}
              </RowAction>,
            ])}
          />
          <ActionForm onSend={issue}>
            <Field label={own.purpose} name="name" required />
            <Submit isSending={isSending}>{own.issue}</Submit>
          </ActionForm>
          <Refusal error={refusal} />
          <NewKey created={created} message={own.issued} />
        </>
      )}
    </Section>
  );
}
