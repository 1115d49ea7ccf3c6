import { type Readable, Transform } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../database.js';

// JSON text holds no control characters, so with these as quote and delimiter the CSV form leaves every line as it is.
const copyEntries = `
  copy (
    select '{"id":"' || services.id || '","name":' || to_json(services.name)
      || ',"endpoint":' || to_json(services.endpoint)
      || ',"category":' || to_json(categories.label)
      || ',"pricing":{"currency":' || to_json(services.currency)
      || ',"pricePerRequest":' || to_json(services.price_per_request)
      || '},"x402Config":{"paymentAddress":' || to_json(services.payment_address)
      || ',"network":' || to_json(services.network)
      || '},"trustScore":' || services.trust_score
      || ',"status":' || to_json(services.status) || '}'
    from services join categories on categories.id = services.category
    order by services.id
  ) to stdout with (format csv, delimiter e'\\x02', quote e'\\x01', escape e'\\x01')`;

const newline = 0x0a;
const comma = 0x2c;

/** Turns lines of JSON into a document: `head`, the lines joined by commas, `tail`. */
function document(head: string, tail: string): Transform {
  let pendingComma = false;
  const joined = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const elements = Buffer.from(chunk);
      for (let at = elements.indexOf(newline); at >= 0; at = elements.indexOf(newline, at + 1))
        elements[at] = comma;
      if (pendingComma) this.push(',');
      // The last line break is held back until another line shows that a comma belongs there.
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

/**
 * The export document of every service, in id order, from one snapshot. Memory stays flat: the database waits while
 * the reader does. Rejects before the first byte when the database cannot be reached.
 */
export async function exportCatalog(database: Database, source: string): Promise<Readable> {
  const client = await database.connect();
  try {
    await client.query("set statement_timeout = '30min'");
  } catch (error) {
    client.release(true);
    throw error;
  }
  const exportedAt = new Date().toISOString();
  const head = `{"version":"1.0","source":${JSON.stringify(source)},"exportedAt":"${exportedAt}","endpoints":[`;
  const rows = client.query(copyTo(copyEntries));
  const output = document(head, ']}\n');
  rows.once('error', (error) => output.destroy(error));
  // A connection that has carried a whole copy is as good as new but for its time limit; one cut short is of no use.
  output.once('close', () => {
    if (!output.readableEnded) return client.release(true);
    client.query('reset statement_timeout').then(
      () => client.release(),
      () => client.release(true),
    );
  });
  return rows.pipe(output);
}
