const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML holds it, without the characters that XML cannot hold. */
export const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

/** A document of these elements. */
export const xmlDocument = (...elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${elements.join('\n')}\n`;
