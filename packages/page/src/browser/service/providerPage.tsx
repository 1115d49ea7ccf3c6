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

const mostShown = 50;
const mostOthers = 6;

/** A provider with its first services, those of others, and the description that most of them repeat, if several do. */
export async function readProvider(reads: Reads, domain: string, signal: AbortSignal, limit = mostShown) {
  const provider = await reads.getProvider(domain, { signal });
  const { services } = await reads.listServices({ host: provider.domain, limit }, { signal });
  const texts = new Map<string, number>();
  for (const { description } of services) texts.set(description, (texts.get(description) ?? 0) + 1);
  const [[text, count] = ['', 0]] = [...texts].sort(([, a], [, b]) => b - a);
  const others = services.filter(({ ownerVerified: by }) => provider.others && (!by || by.how === 'signature'));
  const own = services.filter((service) => !others.includes(service));
  return { provider, services: own, others, repeated: count > 1 ? text : undefined };
}

export type ProviderAnswer = Awaited<ReturnType<typeof readProvider>>;

/** The page of a provider: who it is, and what it sells. */
export function ProviderPage({ answer: { value, failure } }: PageProps<ProviderAnswer>) {
  const figures = useFigureMessages();
  const isMissing = failure?.error instanceof ProblemError && failure.error.status === 404;
  return (
    <DetailPage failure={failure} missing={isMissing && { title: figures.noSuchProvider }}>
      {value && <Details {...value} />}
    </DetailPage>
  );
}

function Details({ provider, services, others, repeated }: ProviderAnswer) {
  const { code, messages } = useLanguage();
  const figures = useFigureMessages();
  const { value: categories } = useCategories();
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
        <ServiceList services={services} repeated={repeated} />
        {provider.services > services.length && (
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
            <ServiceList services={others} repeated={repeated} />
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
function ServiceList({ services, repeated }: { services: readonly Service[]; repeated?: string | undefined }) {
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

/** The other endpoints of the provider of a service. */
export function OtherEndpoints({ service: { id, endpoint } }: { service: Service }) {
  const { messages } = useLanguage();
  const figures = useFigureMessages();
  const host = splitEndpoint(endpoint)[0].replace(/:\d+$/, '');
  const { value } = useAnswer(`endpoints ${host}`, (signal, reads) => readProvider(reads, host, signal, mostOthers));
  const others = value?.services.filter((service) => service.id !== id).slice(0, mostOthers - 1) ?? [];
  if (!value || others.length === 0) return null;
  return (
    <section class="similar" aria-labelledby="endpoints">
      <h2 id="endpoints">{figures.otherEndpoints(value.provider.name)}</h2>
      <ServiceList services={others} repeated={value.repeated} />
      <Link class="button" href={`/providers/${value.provider.domain}`}>
        {messages.allOf(value.provider.services)}
      </Link>
    </section>
  );
}
