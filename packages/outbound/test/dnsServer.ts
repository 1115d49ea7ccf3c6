import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from '@shirube/testing';
import packet from 'dns-packet';

export interface TestDns {
  /** Its address, as the rules of requests take it. */
  server: string;
  /** The addresses (of IPv4) of a name from the next question on; the last of several answers stays. */
  answers: Map<string, string[][]>;
  /** The names that were asked for. */
  asked: string[];
}

/** A name server that answers what the test tells it, and knows no other name. */
export async function startDns(t: Pick<TestContext, 'teardown'>): Promise<TestDns> {
  const socket = createSocket('udp4');
  const answers: TestDns['answers'] = new Map();
  const asked: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const query = packet.decode(message);
    const [question] = query.questions ?? [];
    const known = answers.get(question?.name ?? '');
    const isFour = question?.type === 'A';
    if (isFour) asked.push(question.name);
    const addresses = isFour ? ((known && known.length > 1 ? known.shift() : known?.[0]) ?? []) : [];
    const reply = packet.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (known ? 0 : 3),
      questions: query.questions ?? [],
      answers: addresses.map((data) => ({ type: 'A', name: question?.name ?? '', ttl: 0, data })),
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, answers, asked };
}
