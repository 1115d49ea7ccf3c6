import type { ListPage } from '@shirube/client';
import type { AccountService, ServiceDetail } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { ActionForm, Field } from '../actionForm.js';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice } from '../notice.js';
import { useAnswer } from '../useAnswer.js';
import type { AccountAction } from './actionNotice.js';
import { useAccountMessages } from './messages.js';
import { OwnServiceRow } from './ownServiceRow.js';
import { Refusal } from './refusal.js';
import { RemoveDialog } from './removeDialog.js';
import { useSubmission } from './useSubmission.js';

const pageSize = 20;

interface OwnServicesProps {
  apiKey: string;
  onDone: (done: AccountAction) => void;
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
      <ActionForm class="own-search" onSend={(form) => setQuery(String(new FormData(form).get('query')).trim())}>
        <Field label={own.search} name="query" />
        <button type="submit" class="button">
          {messages.apply}
        </button>
      </ActionForm>
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
  const [toRemove, setToRemove] = useState<AccountService>();
  const { isSending, refusal, send } = useSubmission();

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
  const removeFromList = (service: AccountService) => {
    setToRemove(undefined);
    setList({ ...first, services: services.filter((each) => each !== service), total: total - 1, next });
    onDone({ kind: 'removed', service });
  };
  // Its last check was of other terms.
  const update = (old: AccountService, service: ServiceDetail) => {
    const { lastCheck: _lastCheck, ...rest } = old;
    const renewed = { ...rest, ...service };
    setList({ ...first, services: services.map((each) => (each === old ? renewed : each)), total, next });
    onDone({ kind: 'changed', service });
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
          <OwnServiceRow
            key={service.id + service.updatedAt}
            service={service}
            apiKey={apiKey}
            onUpdated={(updated) => update(service, updated)}
            onRemove={() => setToRemove(service)}
          />
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
      {toRemove && (
        <RemoveDialog
          service={toRemove}
          apiKey={apiKey}
          onRemoved={() => removeFromList(toRemove)}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  );
}
