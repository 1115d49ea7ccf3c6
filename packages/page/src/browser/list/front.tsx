import type { Category, Service } from '@shirube/contracts';
import { categoryLabel } from '../directory.js';
import { cut, splitEndpoint, textLanguage } from '../formats.js';
import { useLanguage, useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { type Reads, useOrigin } from '../rendering.js';
import { Price, ServiceName } from '../serviceLabels.js';
import { useAnswer } from '../useAnswer.js';
import { orders, pageSize, viewAddress } from '../view.js';
import { Providers } from './providers.js';

const goodUptime = 99;
const shownCategories = 12;
const shownServices = 5;
const shownProviders = 6;

/** Reads what the front page shows beside the list. */
async function readFront(signal: AbortSignal, reads: Reads) {
  const [{ total, statuses, uptime, mostPaid }, { services }, { services: providers }] = await Promise.all([
    reads.readStats({ signal }),
    reads.listServices({ ...orders.newest, limit: pageSize }, { signal }),
    reads.listProviders({ limit: shownProviders }, { signal }),
  ]);
  const count = (least: number) =>
    uptime.filter(({ atLeast }) => atLeast >= least).reduce((sum, each) => sum + each.count, 0);
  const verified = statuses.find(({ status }) => status === 'verified')?.count ?? 0;
  // One of each host, because providers register many endpoints at once.
  const byHost = new Map(services.toReversed().map((service) => [splitEndpoint(service.endpoint)[0], service]));
  const newest = services.filter((service) => byHost.get(splitEndpoint(service.endpoint)[0]) === service);
  return {
    health: { total, verified, checked: count(0), well: count(goodUptime) },
    newest: newest.slice(0, shownServices),
    providers,
    mostPaid: mostPaid.map(({ service }) => service),
  };
}

/** What a first visitor sees before the list: categories, providers, the newest services, and where to go on. */
export function Front({ categories = [] }: { categories: Category[] | undefined }) {
  const { code, messages, urlLanguage } = useLanguage();
  const { sellers, agents, operators } = messages.entrances;
  const origin = useOrigin();
  const { value } = useAnswer('front', readFront);
  return (
    <div class="front">
      <nav aria-label={messages.allCategories}>
        {categories.slice(0, shownCategories).map(({ id, count }) => (
          <Link key={id} href={viewAddress({ category: id })}>
            {cut(categoryLabel(id, categories, code), 24)} <small>{messages.number(count)}</small>
          </Link>
        ))}
      </nav>
      <div class="shelves">
        <Providers providers={value?.providers ?? []} />
        {value && value.newest.length > 0 && (
          <Shelf title={messages.newest} address={viewAddress(orders.newest)} services={value.newest} />
        )}
        {value && value.mostPaid.length > 0 && <Shelf title={messages.mostPaid} services={value.mostPaid} />}
      </div>
      <section class="entrances" aria-label={messages.start}>
        <ul>
          <li>
            <form action="/list">
              <Link href="/list">{sellers.title}</Link> {sellers.text}{' '}
              {urlLanguage && <input type="hidden" name="lang" value={urlLanguage} />}
              <input name="url" inputMode="url" placeholder="https://…" aria-label={sellers.title} required />
            </form>
          </li>
          <li>
            <a href="/llms.txt">{agents.title}</a> {agents.text} <code>{origin}/mcp</code>
          </li>
          <li>
            <Link href="/admin">{operators.title}</Link> {operators.text}
          </li>
          <li class="health">
            {value ? messages.health(value.health) : ' '} <Link href="/stats">{messages.statistics}</Link>
          </li>
        </ul>
      </section>
    </div>
  );
}

interface ShelfProps {
  title: string;
  /** The list that the shelf is the beginning of. */
  address?: string;
  services: readonly Service[];
}

function Shelf({ title, address, services }: ShelfProps) {
  const messages = useMessages();
  return (
    <section>
      <h2>
        {title} {address && <Link href={address}>{messages.all}</Link>}
      </h2>
      <ol>
        {services.map(({ id, name, description, pricing }) => (
          <li key={id}>
            <span>
              <ServiceName name={name}>
                <Link href={`/services/${id}`}>{cut(name, 40)}</Link>
              </ServiceName>
            </span>
            <Price pricing={pricing} />
            <p lang={textLanguage(description)}>{cut(description, 90)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
