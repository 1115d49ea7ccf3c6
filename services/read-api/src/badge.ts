import { BadgeQuery, getService, type ServiceDetail, type ServiceStatus, type StatusRecord } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { type Answer, createAnswer } from './answers/answer.js';
import { sendAnswer } from './answers/sendAnswer.js';
import type { CatalogReads } from './catalogReads.js';

const schema = { params: getService.schema.params, querystring: BadgeQuery };

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=300, stale-if-error=86400',
  // It may be opened by itself, and holds the name that somebody has given to a service.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

// Dark enough for white letters (WCAG AA).
const colors: Record<ServiceStatus, string> = { verified: '#1a7f37', unverified: '#59636e', inactive: '#b42318' };

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\P{C}\n]|\n/gu, ' ');

/** What each badge says. */
function told({ status, trustScore, pricing, testnet }: ServiceDetail, record: StatusRecord) {
  const { uptimeScore, lastChecked } = record;
  return {
    status,
    trust: `${trustScore}/100`,
    uptime: lastChecked === null ? 'not checked' : `${uptimeScore} % of 30 days`,
    price: `${pricing.pricePerRequest} ${pricing.currency}${testnet ? ' (testnet)' : ''}`,
  };
}

/** About as wide as the letters are, which no server can measure. */
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 12;

function badge(service: ServiceDetail, record: StatusRecord, show: keyof ReturnType<typeof told>): string {
  const [label, value] = [show, told(service, record)[show]];
  const [left, right] = [widthOf(label), widthOf(value)];
  const title = escaped(`${service.name}: ${label} ${value}, ${service.status} (Shirube)`);
  const text = (at: number, width: number, content: string) =>
    `<text x="${at + 6}" y="14" textLength="${width - 12}">${escaped(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}"><title>${title}</title><rect width="${left}" height="20" fill="#24292f"/><rect x="${left}" width="${right}" height="20" fill="${colors[service.status]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(0, left, label)}${text(left, right, value)}</g></svg>`;
}

/** GET /badges/:id.svg: what the directory knows of a service, as a picture for pages of others. */
export function serveBadges(app: App, { detail, status }: CatalogReads): void {
  const parsed = async (answer: Answer | Promise<Answer>) => JSON.parse((await answer).body.toString());
  app.get('/badges/:id.svg', { schema }, async (request, reply) => {
    const { id } = request.params;
    const { show = 'trust' } = request.query;
    const [service, record] = await Promise.all([parsed(detail(id)), parsed(status(id))]);
    return sendAnswer(request, reply, createAnswer(badge(service, record, show), headers));
  });
}
