import type { AccountService, ServiceDetail, Trust } from '@shirube/contracts';
import { useEffect, useState } from 'preact/hooks';
import { useAccountMessages } from '../account/messages.js';
import { NextSteps } from '../account/ownServiceRow.js';
import { client } from '../directory.js';
import { textLanguage } from '../formats.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { Link } from '../link.js';
import { useRecordMessages } from '../service/messages.js';
import { isChecked, PartBar } from '../service/record/trustParts.js';
import { StatusBadge, Trust as TrustBar } from '../serviceLabels.js';
import { useListingMessages } from './messages.js';

const maxFollowed = 20;
const pauseMs = 5_000;

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
function useFollowed({ ids, host, apiKey }: ProgressProps): Followed[] {
  const [followed, setFollowed] = useState<Followed[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal, fresh: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const { services } = apiKey
        ? await client.listAccountServices({ limit: 100 }, { ...options, key: apiKey })
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
      if (!controller.signal.aborted) timer = setTimeout(refresh, waitMs + pauseMs);
    };
    const follow = async () => {
      const changes = client.followChanges({ since: 'now', host }, { signal: controller.signal });
      for await (const { change } of changes) if (ids.includes(change.id)) await refresh();
    };
    void refresh();
    follow().catch(() => {});
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return followed;
}

/** The state of newly listed services: their checks, their trust, and what raises it. */
export function Progress(props: ProgressProps) {
  const own = useListingMessages();
  const messages = useMessages();
  const followed = useFollowed(props);
  return (
    <>
      <p>{own.nowHint}</p>
      <ul class="own-services" aria-live="polite">
        {followed.map(({ service, trust }) => (
          <li key={service.id}>
            <h3 lang={textLanguage(service.name)}>
              <Link href={`/services/${service.id}`}>{service.name}</Link>
            </h3>
            <ul class="meta">
              <li>
                <StatusBadge status={service.status} />
              </li>
              <li>
                <TrustBar score={trust.trustScore} isLabelled />
              </li>
            </ul>
            {'monitor' in service && <Checks service={service} />}
            <TrustNow trust={trust} />
            <p class="actions">
              <Link href={`/services/${service.id}`}>{own.badge}</Link>
              <Link href={`/account/services/${service.id}`}>{messages.edit}</Link>
            </p>
          </li>
        ))}
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

function Checks({ service }: { service: AccountService }) {
  const messages = useMessages();
  const own = useListingMessages();
  const account = useAccountMessages();
  const { verdicts } = useMonitorMessages();
  const { lastCheck, status, monitor } = service;
  const minutes = Math.round(
    (Date.parse(monitor.verifiedFrom ?? '') - Date.parse(lastCheck?.checkedAt ?? '')) / 60_000,
  );
  return (
    <>
      {lastCheck && (
        <p>
          {account.result(lastCheck.verdict, verdicts[lastCheck.verdict])} <span lang="en">{lastCheck.detail}</span>
        </p>
      )}
      <NextSteps service={service} />
      {status === 'unverified' && monitor.verifiedFrom && minutes > 0 && (
        <p>{own.verifiedFrom(minutes, messages.time(new Date(monitor.verifiedFrom)))}</p>
      )}
    </>
  );
}

const partNames = ['reachability', 'honesty', 'age', 'settlements'] as const;

function TrustNow({ trust }: { trust: Trust }) {
  const own = useListingMessages();
  const record = useRecordMessages();
  if (!isChecked(trust)) return <p class="help">{own.trustLater}</p>;
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
          {own.raisedBy} {own.raises[next]}
        </p>
      )}
    </div>
  );
}
