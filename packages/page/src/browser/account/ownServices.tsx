import type { ListPage } from '@shirube/client';
import type { AccountService } from '@shirube/contracts';
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
  const refresh = async ({ id, name }: AccountService) => {
    const found = await client.listAccountServices({ query: name, limit: 100 }, { key: apiKey });
    const renewed = found.services.find((service) => service.id === id);
    const renew = (service: AccountService) => (service.id === id && renewed) || service;
    setList((list) => ({ ...list, services: list.services.map(renew) }));
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
            // What was checked under other terms is not shown.
            key={service.id + JSON.stringify([service.pricing, service.x402Config])}
            service={service}
            apiKey={apiKey}
            onChecked={() => refresh(service)}
            onUpdated={async () => {
              await refresh(service);
              onDone({ kind: 'changed', service });
            }}
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
