/** Parses a list of ports and ranges, such as 80,443,8000-8999; undefined if it is malformed. */
export function readPorts(text: string): ((port: number) => boolean) | undefined {
  const ranges = text.split(',').map((part) => /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part));
  const read = ranges.map((range) => range && ([Number(range[1]), Number(range[2] ?? range[1])] as const));
  if (!read.every((range) => range !== null && range[0] > 0 && range[0] <= range[1] && range[1] <= 65_535)) {
    return undefined;
  }
  return (port) => read.some((range) => range !== null && port >= range[0] && port <= range[1]);
}

const standard: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Returns the port of an http or https address; undefined for other protocols. */
export const portOf = ({ protocol, port }: URL): number | undefined =>
  standard[protocol] === undefined ? undefined : port === '' ? standard[protocol] : Number(port);
