import { BadgeQuery, routes, type ServiceDetail, type ServiceStatus, type StatusRecord } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { createAnswer, parseAnswer } from './answers/answer.js';
import { sendAnswer } from './answers/sendAnswer.js';
import type { CatalogReads } from './catalogReads.js';

const schema = { params: routes.getService.schema.params, querystring: BadgeQuery };

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=300, stale-if-error=86400',
  // A badge may be opened as a page of its own, and it contains the name of a service, which is user input.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

// Dark enough for white text (WCAG AA).
const colors: Record<ServiceStatus, string> = { verified: '#1a7f37', unverified: '#59636e', inactive: '#b42318' };

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\P{C}\n]|\n/gu, ' ');

/** The text of each badge. */
function badgeValues({ status, trustScore, pricing, testnet }: ServiceDetail, record: StatusRecord) {
  const { uptimeScore, lastChecked } = record;
  const price = pricing.pricePerRequest.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return {
    status,
    trust: lastChecked === null && trustScore === 0 ? 'new' : `${trustScore}/100`,
    uptime: lastChecked === null ? 'new' : `${uptimeScore} % of 30 days`,
    price: `${price} ${pricing.currency}${testnet ? ' (testnet)' : ''}`,
  };
}

/** An estimate: a server cannot measure the width of text. */
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 12;

function badge(service: ServiceDetail, record: StatusRecord, show: keyof ReturnType<typeof badgeValues>): string {
  const [label, value] = [show, badgeValues(service, record)[show]];
  const [left, right] = [widthOf(label), widthOf(value)];
  const title = escaped(`${service.name}: ${label} ${value}, ${service.status} (Shirube)`);
  const text = (at: number, width: number, content: string) =>
    `<text x="${at + 6}" y="14" textLength="${width - 12}">${escaped(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left}" height="20" fill="#24292f"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colors[service.status]}"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${text(0, left, label)}${text(left, right, value)}</g></svg>`,
  ].join('');
}

/** GET /badges/:id.svg: the state of a service, as an image for other sites. */
export function serveBadges(app: App, { detail, status }: CatalogReads): void {
  app.get('/badges/:id.svg', { schema }, async (request, reply) => {
    const { id } = request.params;
    const { show = 'trust' } = request.query;
    const [service, record] = await Promise.all([parseAnswer(detail(id)), parseAnswer(status(id))]);
    return sendAnswer(request, reply, createAnswer(badge(service, record, show), headers));
  });
}
