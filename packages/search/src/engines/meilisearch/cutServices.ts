import type { ServiceJson } from '../../serviceJson.js';

const quote = 0x22;
const backslash = 0x5c;
const [openArray, closeArray] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];
/** An answer is an object with an array of objects, the members of which are one deeper: of these, services have parts. */
const serviceDepth = 4;

/**
 * Takes the services out of an answer of Meilisearch without parsing them, since they are passed on as they are. In
 * `rest`, the answer without them, the number of each stands in its place.
 */
export function cutServices(answer: Buffer): { services: ServiceJson[]; rest: string } {
  const services: ServiceJson[] = [];
  let rest = '';
  let copied = 0;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < answer.length; at += 1) {
    const byte = answer[at];
    if (byte === quote) {
      for (at += 1; at < answer.length && answer[at] !== quote; at += 1)
        if (answer[at] === backslash) at += 1;
    } else if (byte === openObject || byte === openArray) {
      depth += 1;
      if (depth === serviceDepth) start = at;
    } else if (byte === closeObject || byte === closeArray) {
      if (depth === serviceDepth) {
        rest += answer.toString('utf8', copied, start) + services.length;
        copied = at + 1;
        services.push(answer.subarray(start, copied));
      }
      depth -= 1;
    }
  }
  return { services, rest: rest + answer.toString('utf8', copied) };
}
