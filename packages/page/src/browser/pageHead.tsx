import type { Category, ServiceDetail } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { categoryLabel } from './categoryLabel.js';
import { checkMessages } from './check/checkMessages.js';
import type { Findings } from './findServices.js';
import { messagesIn } from './language/language.js';
import { asCode, type LanguageCode } from './language/languageCode.js';
import { type Found, originName } from './rendering.js';
import { feedAddress, inLanguage, readView, serviceIn, valuesOf, viewAddress } from './view.js';
import { pageTitle, viewTitle } from './viewTitle.js';
import { httpAddress } from './writtenForms.js';

interface HeadOptions {
  place: { path: string; search: string };
  origin: string;
  code: LanguageCode;
  found: ReadonlyMap<string, Found>;
  status: number;
}

/** The metadata of a page for search engines and link previews. */
interface Head {
  title: string;
  description: string;
  /** The canonical address. */
  address: string;
  /** Whether search engines may index the page: true for permanent content, false for searches. */
  isIndexed: boolean;
  /** The feed of the page's content. */
  feed?: string;
  linkedData?: object;
}

const languages: readonly LanguageCode[] = ['en', 'ja'];
const longest = 200;

/** Returns the head elements that are specific to a page. */
export function headOf(options: HeadOptions): string {
  const { origin, code, place } = options;
  const { title, description, address, isIndexed, feed, linkedData } = describe(options);
  const absolute = (path: string) => origin + path;
  // Each language that the address names is a page of its own for search engines.
  const named = asCode(new URLSearchParams(place.search).get('lang'));
  const canonical = absolute(inLanguage(address, named));
  const short = description.length > longest ? `${description.slice(0, longest - 1)}…` : description;
  const elements = renderToString(
    <>
      <title>{title}</title>
      <meta name="description" content={short} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <meta name={originName} content={origin} />
      <link rel="canonical" href={canonical} />
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
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={absolute('/card.png')} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={messagesIn(code).tagline} />
      <meta name="twitter:card" content="summary_large_image" />
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
  const messages = messagesIn(code);
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
  if (path === '/compare') return { ...missing, title: pageTitle(messages.compare) };
  if (path === '/check') return { ...missing, title: pageTitle(checkMessages[code].title), isIndexed: !search };
  if (/^\/stats\/?$/.test(path)) {
    return { ...missing, title: pageTitle(messages.statistics), address: '/stats', isIndexed: status === 200 };
  }
  if (status === 404) return { ...missing, title: pageTitle(messages.noSuchPage) };
  if (/^\/docs\/?$/.test(path)) return { ...missing, title: pageTitle(messages.reference), isIndexed: true };
  if (path !== '/') return { ...missing, title: pageTitle(messages.ownServices) };
  const view = readView(search);
  const categories = valuesOf(view.category);
  const findings = answerTo<Findings>(found, viewAddress(view));
  const title = viewTitle(
    view,
    messages,
    categories.map((id) => categoryLabel(id, answerTo<Category[]>(found, 'categories'), code)),
  );
  return {
    title,
    description:
      categories.length > 0 && findings ? `${messages.found(findings.total)}. ${messages.about}` : messages.about,
    address: viewAddress(view),
    isIndexed: status === 200 && !view.query && (findings?.total ?? 0) > 0,
    feed: feedAddress(view),
  };
}

/** Describes a service in the schema.org vocabulary. */
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
