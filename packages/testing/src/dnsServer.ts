import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';
import type { TestContext } from './testContext.js';

interface TestDns {
  /** Its address, in the format that the request rules expect. */
  server: string;
  /** The IPv4 addresses of each name, one list per query. The last list is repeated. */
  answers: Map<string, string[][]>;
  /** The TXT records of each name. */
  texts: Map<string, string[]>;
  /** The names that were queried. */
  queries: string[];
}

/** Starts a name server that returns what the test sets, and knows no other names. */
export async function startDns(t: Pick<TestContext, 'teardown'>): Promise<TestDns> {
  const socket = createSocket('udp4');
  const answers: TestDns['answers'] = new Map();
  const texts: TestDns['texts'] = new Map();
  const queries: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const query = packet.decode(message);
    const [question] = query.questions ?? [];
    const name = question?.name ?? '';
    const known = answers.get(name);
    const records = question?.type === 'TXT' ? texts.get(name) : undefined;
    const isFour = question?.type === 'A';
    if (isFour) queries.push(question.name);
    const addresses = isFour ? ((known && known.length > 1 ? known.shift() : known?.[0]) ?? []) : [];
    const reply = packet.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (known || records ? 0 : 3),
      questions: query.questions ?? [],
      answers: [
        ...addresses.map((data) => ({ type: 'A' as const, name, ttl: 0, data })),
        ...(records ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 0, data })),
      ],
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, answers, texts, queries };
}
