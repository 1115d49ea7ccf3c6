import type { ServiceJson } from '../../serviceJson.js';

const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const [openArray, openObject] = ['['.charCodeAt(0), '{'.charCodeAt(0)];
const [closeArray, closeObject] = [']'.charCodeAt(0), '}'.charCodeAt(0)];
/** An answer is an object with an array of objects: what has parts itself in these is a service. */
const serviceDepth = 4;

/** Where the string ends that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  throw new SyntaxError('the answer ends within a string');
}

/**
 * Takes the services out of an answer of Meilisearch without parsing them, since they are passed on as they are. In
 * `rest`, the answer without them, the number of each stands in its place.
 */
export function cutServices(answer: Buffer): { services: ServiceJson[]; rest: string } {
  // A character for each byte: strings are searched several times as quickly as buffers.
  const characters = answer.toString('latin1');
  const services: ServiceJson[] = [];
  let rest = '';
  let copied = 0;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters.charCodeAt(at);
    if (character === quote) at = endOfString(characters, at);
    else if (character === openObject || character === openArray) {
      depth += 1;
      if (depth === serviceDepth) start = at;
    } else if (character === closeObject || character === closeArray) {
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
