/** Formats JSON as documents show it: values that fit on one line are on one line. */
export function shownJson(printed: string): string {
  const text = JSON.stringify(JSON.parse(printed), null, 2);
  const short = text.replaceAll(/([{[])\n\s+([^{}[\]]*?)\n\s*([}\]])/g, (block, open, inner, close) => {
    const line = inner.replaceAll(/\n\s*/g, ' ');
    if (line.length > 90) return block;
    return open === '{' ? `{ ${line} }` : `${open}${line}${close}`;
  });
  return `${short}\n`;
}

/** Formats human-readable output as documents show it, without the key and the folder. */
export function shownText(printed: string, folder: string): string {
  return printed
    .trim()
    .replaceAll(/shk_[\w-]{43}/g, 'shk_…')
    .replaceAll(folder, '/home/me/shirube');
}
