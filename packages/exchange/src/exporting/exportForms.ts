import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { CategoryLabel } from '@shirube/contracts';

/** The origin of an export: where and when it was made, and the cursor to continue from in the feed of changes. */
interface ExportOrigin {
  source: string;
  exportedAt: string;
  cursor: string;
  /** The labels of categories that somebody has chosen. */
  labels: CategoryLabel[];
}

/** A format of the export: one line of JSON for each service, and how the lines are wrapped. */
interface ExportForm {
  /** The SQL expression of a line. */
  line: string;
  wrap(origin: ExportOrigin): Transform;
}

const idAndName = `'{"id":"' || services.id || '","name":' || to_json(services.name)`;
const endpoint = `',"endpoint":' || to_json(services.endpoint)`;
const price = `',"pricing":{"currency":' || to_json(services.currency)
    || ',"pricePerRequest":' || to_json(services.price_per_request)`;
const paymentAndTrust = `'},"x402Config":{"paymentAddress":' || to_json(services.payment_address)
    || ',"network":' || to_json(services.network)
    || '},"trustScore":' || services.trust_score
    || ',"status":' || to_json(services.status)`;

const scannerLine = `
  ${idAndName} || ${endpoint} || ',"category":' || to_json(categories.label) || ${price} || ${paymentAndTrust} || '}'`;

/** The SQL of a timestamp as JSON; null if there is none. */
const moment = (column: string) => `coalesce('"' || iso_time(${column}) || '"', 'null')`;

const fullLine = `
  ${idAndName}
    || ',"description":' || to_json(services.description)
    || ${endpoint}
    || ',"category":' || to_json(services.category)
    || ${price}
    || coalesce(',"freeQuota":' || services.free_quota, '')
    || ${paymentAndTrust}
    || ',"supportedChains":[' || to_json(services.chain)
    || '],"createdAt":' || ${moment('services.created_at')}
    || ',"updatedAt":' || ${moment('services.updated_at')}
    || ',"uptimeScore":' || trim_scale(services.uptime_score)
    || ',"lastChecked":' || ${moment('services.last_checked')}
    || ',"txCount":' || services.tx_count
    || ',"totalRevenue":"' || trim_scale(services.total_revenue) || '"'
    || coalesce(',"observed":' || services.observed::text, '')
    || coalesce(',' || substr(services.details::text, 2), '}')`;

const newline = 0x0a;
const comma = 0x2c;

/** Turns lines of JSON into a document: `head`, the lines joined by commas, `tail`. */
function document(head: string, tail: string): Transform {
  let pendingComma = false;
  const joined = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const elements = Buffer.from(chunk);
      for (let at = elements.indexOf(newline); at >= 0; at = elements.indexOf(newline, at + 1)) elements[at] = comma;
      if (pendingComma) this.push(',');
      // The last line break is held back until another line shows that a comma is needed.
      pendingComma = chunk.at(-1) === newline;
      this.push(pendingComma ? elements.subarray(0, -1) : elements);
      done();
    },
    flush(done) {
      this.push(tail);
      done();
    },
  });
  joined.push(head);
  return joined;
}

/** The unchanged lines, between a header line and a last line with their count and digest. */
function numberedLines({ source, exportedAt, cursor, labels }: ExportOrigin): Transform {
  const digest = createHash('sha256');
  let count = 0;
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count += 1;
      done(null, chunk);
    },
    flush(done) {
      done(null, `${JSON.stringify({ end: { count, sha256: digest.digest('hex'), cursor } })}\n`);
    },
  });
  const catalog = { version: '1.0', source, exportedAt, cursor, labels };
  lines.push(`${JSON.stringify({ catalog })}\n`);
  return lines;
}

/** The formats of GET /api/export. */
export const exportForms = {
  /** One document, in the format that scanners expect. */
  json: {
    line: scannerLine,
    wrap: ({ source, exportedAt }) =>
      document(
        `{"version":"1.0","source":${JSON.stringify(source)},"exportedAt":"${exportedAt}","endpoints":[`,
        ']}\n',
      ),
  },
  /** One line for each service with everything that is known about it, for imports elsewhere. */
  ndjson: { line: fullLine, wrap: numberedLines },
} satisfies Record<string, ExportForm>;
export type ExportFormat = keyof typeof exportForms;
