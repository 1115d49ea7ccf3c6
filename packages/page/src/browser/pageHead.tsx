import type { Category, ServiceDetail } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { categoryLabel } from './categoryLabel.js';
import { type Findings, filters } from './findServices.js';
import { messagesIn } from './language/language.js';
import type { LanguageCode } from './language/languageCode.js';
import type { Found } from './rendering.js';
import { inLanguage, readView, serviceIn, viewAddress } from './view.js';
import { pageTitle, viewTitle } from './viewTitle.js';
import { httpAddress } from './writtenForms.js';

interface HeadOptions {
  place: { path: string; search: string };
  origin: string;
  code: LanguageCode;
  found: ReadonlyMap<string, Found>;
  status: number;
}

/** What search engines and those who share a link are told of a page. */
interface Head {
  title: string;
  description: string;
  /** The one address of several that show the same. */
  address: string;
  /** Whether search engines may show it: what is there for good, and not what somebody has searched for. */
  isIndexed: boolean;
  /** The feed of what the page shows. */
  feed?: string;
  linkedData?: object;
}

const languages: readonly LanguageCode[] = ['en', 'ja'];
const longest = 200;

/** The elements that the head of a page has beside those of every page. */
export function headOf(options: HeadOptions): string {
  const { origin, code } = options;
  const { title, description, address, isIndexed, feed, linkedData } = describe(options);
  const absolute = (path: string) => origin + path;
  const short = description.length > longest ? `${description.slice(0, longest - 1)}…` : description;
  const elements = renderToString(
    <>
      <title>{title}</title>
      <meta name="description" content={short} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={absolute(address)} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hreflang={language} href={absolute(inLanguage(address, language))} />
      ))}
      <link rel="alternate" hreflang="x-default" href={absolute(address)} />
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} title={title} />}
      <meta property="og:site_name" content="Shirube 標" />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={code === 'ja' ? 'ja_JP' : 'en_US'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={absolute(address)} />
      <meta name="twitter:card" content="summary" />
    </>,
  );
  const data = JSON.stringify(linkedData ?? '').replaceAll('<', '\\u003c');
  return linkedData ? `${elements}<script type="application/ld+json">${data}</script>` : elements;
}

function answerTo<T>(found: ReadonlyMap<string, Found>, key: string): T | undefined {
  const known = found.get(key);
  return known && 'value' in known ? (known.value as T) : undefined;
}

function describe({ place: { path, search }, origin, code, found, status }: HeadOptions): Head {
  const messages = messagesIn[code];
  const id = serviceIn(path);
  const service = id && answerTo<ServiceDetail>(found, `service ${id}`);
  if (service) {
    const { name, description } = service;
    const linkedData = describeService(service, `${origin}/services/${id}`);
    return { title: pageTitle(name), description, address: `/services/${id}`, isIndexed: true, linkedData };
  }
  const missing = { description: messages.about, address: path, isIndexed: false };
  if (status === 410) return { ...missing, title: pageTitle(messages.removedService) };
  if (id) return { ...missing, title: pageTitle(status === 404 ? messages.noSuchService : messages.failed) };
  if (path !== '/')
    return { ...missing, title: pageTitle(status === 404 ? messages.noSuchPage : messages.ownServices) };
  const view = readView(search);
  const findings = answerTo<Findings>(found, viewAddress(view));
  const title = viewTitle(
    view,
    messages,
    categoryLabel(view.category, answerTo<Category[]>(found, 'categories'), code),
  );
  const feed = new URLSearchParams({ ...(view.text ? { query: view.text } : {}), ...filters(view) });
  return {
    title,
    description: view.category && findings ? `${messages.found(findings.total)}. ${messages.about}` : messages.about,
    address: viewAddress(view),
    isIndexed: status === 200 && !view.text && (findings?.total ?? 0) > 0,
    feed: feed.size > 0 ? `/feed.atom?${feed}` : '/feed.atom',
  };
}

/** In the words of schema.org. */
function describeService(
  { name, description, pricing, provider, documentationUrl }: ServiceDetail,
  url: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name,
    description,
    url,
    ...(httpAddress(documentationUrl ?? '') ? { documentation: documentationUrl } : {}),
    ...(provider ? { provider: { '@type': 'Organization', name: provider.name, url: provider.url } } : {}),
    offers: { '@type': 'Offer', price: pricing.pricePerRequest, priceCurrency: pricing.currency },
  };
}
