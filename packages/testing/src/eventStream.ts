import http from 'node:http';
import { until } from './until.js';

/** An event and the time it was received. */
interface ReceivedEvent<Data> {
  id: string;
  data: Data;
  at: number;
}

/** A connection that listens to Server-Sent Events. */
export interface EventStream<Data> {
  status: number;
  headers: http.IncomingHttpHeaders;
  events: ReceivedEvent<Data>[];
  /** Resolves with the first event that matches. */
  waitFor(fits: (event: ReceivedEvent<Data>) => boolean): Promise<ReceivedEvent<Data>>;
  /** Resolves when the connection is closed, by either side. */
  ended: Promise<void>;
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Listens to Server-Sent Events. */
export function listenToEvents<Data>(url: string, headers: Record<string, string> = {}): Promise<EventStream<Data>> {
  return new Promise((resolve, reject) => {
    const options = { headers: { accept: 'text/event-stream', ...headers }, agent: false };
    const request = http.get(url, options, (response) => {
      const events: ReceivedEvent<Data>[] = [];
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, id] = /^id: (.*)$/m.exec(block) ?? [];
          const [, data] = /^data: (.*)$/m.exec(block) ?? [];
          if (id !== undefined && data !== undefined) {
            events.push({ id, data: JSON.parse(data), at: performance.now() });
          }
        }
      });
      const ended = new Promise<void>((done) => response.once('close', done));
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        waitFor: (fits) => until(() => events.find(fits), { message: 'the event was not heard' }),
        ended,
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        close: () => void request.destroy(),
      });
    });
    request.on('error', reject);
  });
}
