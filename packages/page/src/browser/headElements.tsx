import type { ServiceDetail } from '@shirube/contracts';
import { renderToString } from 'preact-render-to-string';
import { httpAddress } from './formats.js';
import { asCode, type LanguageCode, messagesIn } from './language/language.js';
import { documentTitle, type Head, originName, type SignUp } from './rendering.js';
import { signUpName } from './signUp.js';
import { inLanguage, languages } from './view.js';

const longest = 200;

// Without a script, the page of a new service shows its first checks by loading itself again.
const newForMs = 3_600_000;
const refreshS = 15;

interface HeadOptions {
  head: Head;
  place: { path: string; search: string };
  origin: string;
  signUp: SignUp;
  code: LanguageCode;
}

/** Returns the head elements that are specific to a page. */
export function headElements({ head, place, origin, signUp, code }: HeadOptions): string {
  const { about, tagline } = messagesIn(code);
  const { description = about, address = place.path, isIndexed = false, feed, service } = head;
  const title = documentTitle(head);
  const absolute = (path: string) => origin + path;
  // Each language that the address names is a page of its own for search engines.
  const urlLanguage = asCode(new URLSearchParams(place.search).get('lang'));
  const canonical = absolute(inLanguage(address, urlLanguage));
  const short = description.length > longest ? `${description.slice(0, longest - 1)}…` : description;
  const elements = renderToString(
    <>
      <title>{title}</title>
      <meta name="description" content={short} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <meta name={originName} content={origin} />
      <meta name={signUpName} content={JSON.stringify(signUp)} />
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
      <meta property="og:image:alt" content={tagline} />
      <meta name="twitter:card" content="summary_large_image" />
      {service?.status === 'unverified' && Date.now() - Date.parse(service.createdAt) < newForMs && (
        <noscript>
          <meta http-equiv="refresh" content={String(refreshS)} />
        </noscript>
      )}
    </>,
  );
  if (!service) return elements;
  const data = JSON.stringify(linkedData(service, absolute(address))).replaceAll('<', '\\u003c');
  return `${elements}<script type="application/ld+json">${data}</script>`;
}

/** Describes a service in the schema.org vocabulary. */
function linkedData({ name, description, pricing, provider, documentationUrl }: ServiceDetail, url: string): object {
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
