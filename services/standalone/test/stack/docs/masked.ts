const masks: [pattern: RegExp, mask: string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*( UTC|Z)?/g, '<time>'],
  [/(?<="requestId": ?")[\w-]+/g, '<id>'],
  [/shk_([\w-]{43}|…)/g, '<key>'],
];

/** Replaces the parts of a text that differ between runs. */
const mask = (text: string) => masks.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text);

/** The same for human-readable output: durations, rates, versions, folders, sizes and column widths differ too. */
export function masked(text: string): string {
  return mask(text)
    .replaceAll(/\d[\d.,]*(?= s\b|\/s\b| ms\b)/g, '<n>')
    .replaceAll(/\b\d+(\.\d+){1,2}\b/g, '<version>')
    .replaceAll(/\/\S*(?=\/\.data\b)/g, '<folder>')
    .replaceAll(/\d+(?= GiB\b| % full)/g, '<n>')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** The same for JSON, regardless of its formatting. */
export function maskedJson(text: string): unknown {
  return JSON.parse(mask(text));
}
