import type { ListPage } from '@shirube/client';
import type { AccountService } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice } from '../notice.js';
import { Field, SentForm } from '../sentForm.js';
import { useAnswer } from '../useAnswer.js';
import type { Done } from './doneNotice.js';
import { useAccountMessages } from './messages.js';
import { OwnServiceRow } from './ownServiceRow.js';
import { Refusal } from './refusal.js';
import { RemoveDialog } from './removeDialog.js';
import { useSending } from './useSending.js';

const pageSize = 20;

interface OwnServicesProps {
  apiKey: string;
  onDone: (done: Done) => void;
}

/** The services of the key's account, newest first, as listed in the catalog. */
export function OwnServices({ apiKey, onDone }: OwnServicesProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const [query, setQuery] = useState('');
  // Part of the cache key, so that a cached list of another API key or of an earlier visit is not reused.
  const [visit] = useState(Date.now);
  const {
    value: first,
    isStale,
    failure,
  } = useAnswer(`own services ${visit} ${query}`, (signal) =>
    client.listAccountServices({ limit: pageSize, ...(query && { query }) }, { key: apiKey, signal }),
  );
  return (
    <>
      <SentForm class="own-search" onSend={(form) => setQuery(String(new FormData(form).get('query')).trim())}>
        <Field label={own.search} name="query" />
        <button type="submit" class="button">
          {messages.apply}
        </button>
      </SentForm>
      {failure && <FailureNotice failure={failure} />}
      {!failure && !first && <p role="status">{messages.loading}</p>}
      {!failure && first && (
        <OwnServiceList
          key={`${query} ${isStale}`}
          first={first}
          isSearch={query !== ''}
          apiKey={apiKey}
          onDone={onDone}
        />
      )}
    </>
  );
}

interface OwnServiceListProps extends OwnServicesProps {
  first: ListPage<AccountService>;
  isSearch: boolean;
}

function OwnServiceList({ first, isSearch, apiKey, onDone }: OwnServiceListProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const [{ services, total, next }, setList] = useState({ ...first, next: first.links.next });
  const [asked, setAsked] = useState<AccountService>();
  const { isSending, refusal, send } = useSending();

  const showMore = (link: string) =>
    send(async () => {
      const page = await client.page<AccountService>(link, { key: apiKey });
      setList({
        ...first,
        services: [...services, ...page.services],
        total: page.total,
        next: page.links.next,
      });
    });
  const leaveOut = (removed: AccountService) => {
    setAsked(undefined);
    setList({ ...first, services: services.filter((each) => each !== removed), total: total - 1, next });
    onDone({ what: 'removed', service: removed });
  };

  return (
    <>
      <p class="bar-of-actions">
        <span role="status">{total > 0 ? own.count(total) : isSearch ? messages.nothing : own.none}</span>
        <Link class="button primary" href="/account/register">
          {messages.registerService}
        </Link>
      </p>
      <ul class="own-services">
        {services.map((service) => (
          <OwnServiceRow key={service.id} service={service} apiKey={apiKey} onRemove={() => setAsked(service)} />
        ))}
      </ul>
      <Refusal error={refusal} />
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
