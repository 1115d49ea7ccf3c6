import type { AccountKey, NewAccountKey } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { Moment, Section } from '../admin/section.js';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { Field, IssuedKey, RowAction, SentForm, Submit } from '../sentForm.js';
import { useAnswer } from '../useAnswer.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSending } from './useSending.js';

/** The account's keys with their purpose and last use, and forms to issue and revoke them. */
export function OwnKeys({ apiKey }: { apiKey: string }) {
  const { keys: own } = useAccountMessages();
  const [round, setRound] = useState(Date.now);
  const [issued, setIssued] = useState<NewAccountKey>();
  const { isSending, refusal, send } = useSending();
  const keys = useAnswer(`own keys ${round}`, (signal) => client.listAccountKeys({ key: apiKey, signal }));
  const renew = () => setRound(Date.now());

  const issue = (form: HTMLFormElement) =>
    send(async () => {
      setIssued(await client.createAccountKey(String(new FormData(form).get('name')), { key: apiKey }));
      form.reset();
      renew();
    });
  const revoke = ({ id, name }: AccountKey) => {
    if (!confirm(own.revokeQuestion(name))) return;
    void send(async () => {
      await client.revokeAccountKey(id, { key: apiKey });
      renew();
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
          <SentForm onSend={issue}>
            <Field label={own.purpose} name="name" required />
            <Submit isSending={isSending}>{own.issue}</Submit>
          </SentForm>
          <Refusal error={refusal} />
          <IssuedKey issued={issued} told={own.issued} />
        </>
      )}
    </Section>
  );
}
