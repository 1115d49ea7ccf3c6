import type { ListPage } from '@shirube/client';
import type { Service } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { FailureNotice } from '../failureNotice.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useAnswer } from '../useAnswer.js';
import type { Done } from './doneNotice.js';
import { useAccountMessages } from './language/accountMessages.js';
import { OwnServiceRow } from './ownServiceRow.js';
import { refusalText } from './refusalText.js';
import { RemoveDialog } from './removeDialog.js';
import { useSending } from './useSending.js';

const pageSize = 20;

interface OwnServicesProps {
  apiKey: string;
  onDone: (done: Done) => void;
}

/** The services of the account of the key, newest first, as the catalog has them. */
export function OwnServices({ apiKey, onDone }: OwnServicesProps) {
  const messages = useMessages();
  // A number of its own for each visit: what another key has shown, or an earlier state, is nobody's list now.
  const [visit] = useState(Date.now);
  const { value: first, failure } = useAnswer(`own services ${visit}`, (signal) =>
    client.ownServices({ limit: pageSize }, { key: apiKey, signal }),
  );
  if (failure) return <FailureNotice failure={failure} />;
  if (!first) return <p role="status">{messages.loading}</p>;
  return <OwnServiceList first={first} apiKey={apiKey} onDone={onDone} />;
}

function OwnServiceList({ first, apiKey, onDone }: OwnServicesProps & { first: ListPage }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const [{ services, total, next }, setList] = useState({ ...first, next: first.links.next });
  const [asked, setAsked] = useState<Service>();
  const { isSending, refusal, send } = useSending();

  const showMore = (link: string) =>
    send(async () => {
      const page = await client.page(link, { key: apiKey });
      setList({
        ...first,
        services: [...services, ...page.services],
        total: page.total,
        next: page.links.next,
      });
    });
  const leaveOut = (removed: Service) => {
    setAsked(undefined);
    setList({ ...first, services: services.filter((each) => each !== removed), total: total - 1, next });
    onDone({ what: 'removed', service: removed });
  };

  return (
    <>
      <p class="bar-of-actions">
        <span role="status">{total === 0 ? own.none : own.count(total)}</span>
        <Link class="button primary" href="/account/register">
          {messages.registerService}
        </Link>
      </p>
      <ul class="own-services">
        {services.map((service) => (
          <OwnServiceRow key={service.id} service={service} apiKey={apiKey} onRemove={() => setAsked(service)} />
        ))}
      </ul>
      <p class="fault" role="alert">
        {refusal !== undefined && refusalText(refusal, messages, own)}
      </p>
      {next && (
        <p class="actions">
          <button type="button" class="button" aria-disabled={isSending} onClick={() => showMore(next)}>
            {isSending ? messages.loading : own.more}
          </button>
        </p>
      )}
      {asked && (
        <RemoveDialog
          service={asked}
          apiKey={apiKey}
          onRemoved={() => leaveOut(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
