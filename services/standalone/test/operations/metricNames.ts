const words = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'group_left', 'group_right', 'bool', 'offset']);

/** Returns the metrics that a PromQL expression reads. */
export function metricNames(expression: string): string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\s*[(\w:])/g)].map(([name]) => name);
  return names.filter((name) => !words.has(name) && !/^(?:inf|nan)$/i.test(name));
}

/** Returns the names of all samples in the text of /metrics. */
export function sampleNames(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Set(lines.map((line) => line.split(/[{ ]/, 1)[0] ?? ''));
}
