import { useState } from 'preact/hooks';
import { RowAction } from '../actionForm.js';
import { Moment, Section } from '../admin/section.js';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useSignUp } from '../signUp.js';
import { useAnswer } from '../useAnswer.js';
import { Refusal } from './refusal.js';
import { useSellerMessages } from './sellerMessages.js';
import { useSubmission } from './useSubmission.js';

/** What the account has proven, and the services that will be handed over because of a proof. */
export function OwnProofs({ apiKey }: { apiKey: string }) {
  const messages = useMessages();
  const { proofs: own } = useSellerMessages();
  const { isOpen } = useSignUp();
  const [round, setRound] = useState(Date.now);
  const { isSending, refusal, send } = useSubmission();
  const answer = useAnswer(`own proofs ${round}`, (signal) => client.listAccountProofs({ key: apiKey, signal }));
  const remove = (id: string, subject: string) => {
    if (!confirm(own.removeQuestion(subject))) return;
    void send(async () => {
      await client.removeAccountProof(id, { key: apiKey });
      setRound(Date.now());
    });
  };
  return (
    <Section id="proofs" title={own.title} answer={answer}>
      {({ proofs, handovers }) => (
        <>
          <FiguresTable
            label={own.title}
            none={own.none}
            columns={[own.subject, own.host, own.provenAt, own.action]}
            rows={proofs.map(({ id, subject, host, provenAt }) => [
              <code>{subject}</code>,
              host,
              <Moment at={provenAt} />,
              <RowAction label={own.removeOf(subject)} isSending={isSending} onClick={() => remove(id, subject)}>
                {own.remove}
              </RowAction>,
            ])}
          />
          <Refusal error={refusal} />
          <p>{isOpen && <Link href="/list">{own.prove}</Link>}</p>
          {handovers.length > 0 && (
            <>
              <h3>{own.handovers}</h3>
              <p class="help">{own.handoversHint}</p>
              <FiguresTable
                label={own.handovers}
                columns={[own.service, own.dueAt, own.change]}
                rows={handovers.map(({ service, dueAt, to }) => [
                  <Link href={`/services/${service.id}`}>{service.name}</Link>,
                  <time dateTime={dueAt}>{messages.moment(dueAt)}</time>,
                  to ? own.gain : own.loss,
                ])}
              />
            </>
          )}
        </>
      )}
    </Section>
  );
}
