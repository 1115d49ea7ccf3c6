import type { AccountService, ServiceDetail, Trust } from '@shirube/contracts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { OwnServiceRow } from '../account/ownServiceRow.js';
import { client } from '../directory.js';
import { textLanguage } from '../formats.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useRecordMessages } from '../service/messages.js';
import { isChecked, PartBar } from '../service/record/trustParts.js';
import { StatusBadge } from '../serviceLabels.js';
import { useListingMessages } from './messages.js';

const maxFollowed = 20;
/** How long to wait after the last answer: without a key, the feed tells of changes. */
const pauseMs = { withKey: 5_000, withoutKey: 60_000 };

interface Followed {
  service: AccountService | ServiceDetail;
  trust: Trust;
}

interface ProgressProps {
  ids: readonly string[];
  host: string;
  apiKey: string | undefined;
}

/** Returns services with their trust as they are now. They are read again on changes, and when a check is due. */
function useFollowed({ ids, host, apiKey }: ProgressProps) {
  const [followed, setFollowed] = useState<Followed[]>([]);
  const refreshing = useRef(async () => {});
  useEffect(() => {
    const controller = new AbortController();
    // With a key the caches are bypassed, because the visitor may have just changed a service.
    const options = { signal: controller.signal, fresh: apiKey !== undefined };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const { services } = apiKey
        ? await client.listAccountServices({ query: host, limit: 100 }, { ...options, key: apiKey })
        : { services: [] };
      const ofId = async (id: string) => ({
        service: services.find((service) => service.id === id) ?? (await client.getService(id, options)),
        trust: await client.getServiceTrust(id, options),
      });
      setFollowed(await Promise.all(ids.slice(0, maxFollowed).map(ofId)));
      return services.flatMap(({ id, monitor }) => (ids.includes(id) ? (monitor.nextCheckAt ?? []) : []));
    };
    const refresh = async () => {
      clearTimeout(timer);
      const due: string[] = await read().catch(() => []);
      const first = Math.min(...due.map((at) => Date.parse(at)));
      const waitMs = Number.isFinite(first) ? Math.max(0, first - Date.now()) : 0;
      if (!controller.signal.aborted)
        timer = setTimeout(refresh, waitMs + (apiKey ? pauseMs.withKey : pauseMs.withoutKey));
    };
    const follow = async () => {
      const changes = client.followChanges({ since: 'now', host }, { signal: controller.signal });
      for await (const { change } of changes) if (ids.includes(change.id)) await refresh();
    };
    refreshing.current = refresh;
    void refresh();
    follow().catch(() => {});
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return { followed, refresh: () => refreshing.current() };
}

/** The state of newly listed services: their checks, their trust, and what raises it. */
export function Progress(props: ProgressProps) {
  const own = useListingMessages();
  const messages = useMessages();
  const { followed, refresh } = useFollowed(props);
  return (
    <>
      <p>{own.nowHint}</p>
      <ul class="own-services" aria-live="polite">
        {followed.map(({ service, trust }) =>
          props.apiKey && 'monitor' in service ? (
            <OwnServiceRow
              key={service.id}
              service={service}
              apiKey={props.apiKey}
              heading="h3"
              onChecked={refresh}
              onUpdated={refresh}
            >
              <TrustNow id={service.id} trust={trust} />
            </OwnServiceRow>
          ) : (
            <li key={service.id}>
              <h3 lang={textLanguage(service.name)}>
                <Link href={`/services/${service.id}`}>{service.name}</Link>
              </h3>
              <StatusBadge status={service.status} />
              <TrustNow id={service.id} trust={trust} />
            </li>
          ),
        )}
      </ul>
      <p class="actions">
        <Link class="button" href="/account">
          {messages.ownServices}
        </Link>
        <Link class="button" href="/account">
          {own.webhook}
        </Link>
      </p>
    </>
  );
}

const partNames = ['reachability', 'honesty', 'age', 'settlements'] as const;

function TrustNow({ id, trust }: { id: string; trust: Trust }) {
  const own = useListingMessages();
  const record = useRecordMessages();
  const badge = <Link href={`/services/${id}`}>{own.badge}</Link>;
  if (!isChecked(trust))
    return (
      <p class="help">
        {own.trustLater} {badge}
      </p>
    );
  const missing = (name: (typeof partNames)[number]) => trust.parts[name].weight - trust.parts[name].points;
  const [next] = partNames.toSorted((a, b) => missing(b) - missing(a));
  return (
    <div class="trust-parts">
      <ul>
        {partNames.map((name) => (
          <li key={name}>
            <PartBar label={record.parts[name]} part={trust.parts[name]} />
          </li>
        ))}
      </ul>
      {next && (
        <p>
          {own.raisedBy} {own.raises[next]} {badge}
        </p>
      )}
    </div>
  );
}
