import { useState } from 'preact/hooks';
import { Moment, Section } from '../admin/section.js';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useSignUp } from '../signUp.js';
import { useAnswer } from '../useAnswer.js';
import { useSellerMessages } from './sellerMessages.js';

/** What the account has proven, and the services that will be handed over because of a proof. */
export function OwnProofs({ apiKey }: { apiKey: string }) {
  const messages = useMessages();
  const { proofs: own } = useSellerMessages();
  const { isOpen } = useSignUp();
  const [visit] = useState(Date.now);
  const answer = useAnswer(`own proofs ${visit}`, (signal) => client.listAccountProofs({ key: apiKey, signal }));
  return (
    <Section id="proofs" title={own.title} answer={answer}>
      {({ proofs, handovers }) => (
        <>
          <FiguresTable
            label={own.title}
            none={own.none}
            columns={[own.subject, own.host, own.provenAt]}
            rows={proofs.map(({ subject, host, provenAt }) => [<code>{subject}</code>, host, <Moment at={provenAt} />])}
          />
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
