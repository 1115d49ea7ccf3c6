/** JSON as a document shows it: what fits on a line is on one. */
export function shownJson(printed: string): string {
  const text = JSON.stringify(JSON.parse(printed), null, 2);
  const short = text.replaceAll(/([{[])\n\s+([^{}[\]]*?)\n\s*([}\]])/g, (block, open, inner, close) => {
    const line = inner.replaceAll(/\n\s*/g, ' ');
    if (line.length > 90) return block;
    return open === '{' ? `{ ${line} }` : `${open}${line}${close}`;
  });
  return `${short}\n`;
}

/** People's output as a document shows it: no key, and not where it was made. */
export function shownText(printed: string, folder: string): string {
  return printed
    .trim()
    .replaceAll(/shk_[\w-]{43}/g, 'shk_…')
    .replaceAll(folder, '/home/me/shirube');
}
