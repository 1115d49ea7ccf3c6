import { ProblemError } from '@shirube/client';
import type { ProviderDetail, Service } from '@shirube/contracts';
import type { PageProps } from '../definePage.js';
import { categoryLabel, useCategories } from '../directory.js';
import { cut, splitEndpoint, textLanguage } from '../formats.js';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { priceRanges } from '../list/providers.js';
import type { Reads } from '../rendering.js';
import { Price, ServiceName, StatusBadge, Trust } from '../serviceLabels.js';
import { useAnswer } from '../useAnswer.js';
import { viewAddress } from '../view.js';
import { DetailPage } from './detailPage.js';
import { useFigureMessages } from './messages.js';

const mostOthers = 5;

/** Returns the description that most of these services repeat, if several do. */
function repeatedIn(services: ProviderDetail['listed']): string | undefined {
  const texts = new Map<string, number>();
  for (const { description } of services) texts.set(description, (texts.get(description) ?? 0) + 1);
  const [[text, count] = ['', 0]] = [...texts].sort(([, a], [, b]) => b - a);
  return count > 1 ? text : undefined;
}

/** The page of a provider: who it is, and what it sells. */
export function ProviderPage({ answer: { value, failure } }: PageProps<ProviderDetail>) {
  const figures = useFigureMessages();
  const isMissing = failure?.error instanceof ProblemError && failure.error.status === 404;
  return (
    <DetailPage failure={failure} missing={isMissing && { title: figures.noSuchProvider }}>
      {value && <Details provider={value} />}
    </DetailPage>
  );
}

function Details({ provider }: { provider: ProviderDetail }) {
  const { code, messages } = useLanguage();
  const figures = useFigureMessages();
  const { value: categories } = useCategories();
  const repeated = repeatedIn(provider.listed);
  return (
    <div class="details provider">
      <div class="title">
        <h1>{provider.name}</h1>
        <p class="meta">
          <code>{provider.domain}</code>
          {provider.isClaimed && (
            <span class="status verified">
              <Icon name="verified" />
              {figures.ownerVerified}
            </span>
          )}
        </p>
        {repeated !== undefined && (
          <p class="description" lang={textLanguage(repeated)}>
            {repeated}
          </p>
        )}
      </div>
      <ProviderFacts provider={provider} />
      <div class="body">
        <h2>{messages.found(provider.services)}</h2>
        <ServiceList services={provider.listed} repeated={repeated} />
        {provider.services > provider.listed.length && (
          <Link class="button" href={viewAddress({ host: provider.domain })}>
            {messages.allOf(provider.services)}
          </Link>
        )}
        <h2>{figures.categories}</h2>
        <p class="tags">
          {provider.categories.map((id) => (
            <Link key={id} href={viewAddress({ host: provider.domain, category: id })}>
              {categoryLabel(id, categories, code)}
            </Link>
          ))}
        </p>
        <h2>{figures.paymentAddresses}</h2>
        <ul>
          {provider.paymentAddresses.map((address) => (
            <li key={address}>
              <code>{address}</code>
            </li>
          ))}
        </ul>
        {provider.others && (
          <>
            <h2>{figures.listedByOthers}</h2>
            <p>{`${figures.othersHint} ${[...provider.others.names, ...provider.others.paymentAddresses].join(', ')}`}</p>
            <ServiceList services={provider.others.listed} repeated={repeated} />
          </>
        )}
      </div>
    </div>
  );
}

function ProviderFacts({ provider }: { provider: ProviderDetail }) {
  const { messages } = useLanguage();
  const figures = useFigureMessages();
  const { trust, uptime, verifiedShare, prices, chains, firstRegisteredAt, lastRegisteredAt } = provider;
  const facts: [string, string][] = [
    [figures.price, priceRanges(prices, messages)],
    [messages.trust, uptime === null ? figures.notChecked : figures.medianAndBest(trust.median, trust.best)],
    [figures.uptimeOf30, uptime === null ? figures.notChecked : figures.percent(uptime)],
    [figures.verifiedShare, figures.percent(100 * verifiedShare)],
    [figures.chains, chains.join(', ')],
    [figures.registered, `${messages.date(firstRegisteredAt)} – ${messages.date(lastRegisteredAt)}`],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Services of one provider: what differs, not what they share. */
function ServiceList({ services, repeated }: { services: ProviderDetail['listed']; repeated: string | undefined }) {
  return (
    <ul class="endpoints">
      {services.map(({ id, name, description, endpoint, status, pricing, trustScore }) => (
        <li key={id}>
          <span>
            <ServiceName name={name}>
              <Link href={`/services/${id}`}>{cut(name, 60)}</Link>
            </ServiceName>
          </span>
          <Price pricing={pricing} />
          <p class="endpoint">
            <code>{cut(splitEndpoint(endpoint)[1], 60)}</code>
            <StatusBadge status={status} />
            {trustScore > 0 && <Trust score={trustScore} isLabelled />}
          </p>
          {description !== repeated && <p lang={textLanguage(description)}>{cut(description, 150)}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The first other endpoints of a provider, unless the service may be what somebody else lists there. */
async function readOthers(reads: Reads, id: string, host: string, signal: AbortSignal) {
  const { domain, name, services, listed, others } = await reads.getProvider(host, { signal });
  const shown = listed.filter((service) => service.id !== id);
  const isOwn = !others || shown.length < listed.length;
  return { domain, name, services, shown: isOwn ? shown.slice(0, mostOthers) : [] };
}

/** The other endpoints of the provider of a service. */
export function OtherEndpoints({ service: { id, endpoint } }: { service: Service }) {
  const { messages } = useLanguage();
  const figures = useFigureMessages();
  const [host] = splitEndpoint(endpoint);
  const { value } = useAnswer(`endpoints ${id}`, (signal, reads) => readOthers(reads, id, host, signal));
  if (!value || value.shown.length === 0) return null;
  return (
    <section class="similar" aria-labelledby="endpoints">
      <h2 id="endpoints">{figures.otherEndpoints(value.name)}</h2>
      <ServiceList services={value.shown} repeated={repeatedIn(value.shown)} />
      <Link class="button" href={`/providers/${value.domain}`}>
        {messages.allOf(value.services)}
      </Link>
    </section>
  );
}
