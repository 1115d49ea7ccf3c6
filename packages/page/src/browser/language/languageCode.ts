export type LanguageCode = 'en' | 'ja';

/** The language of the page that a language tag asks for, if it is spoken here. */
export function asCode(tag: string | null | undefined): LanguageCode | undefined {
  const [code] = (tag ?? '').trim().toLowerCase().split('-');
  return code === 'ja' || code === 'en' ? code : undefined;
}

/** The first language of an Accept-Language header that is spoken here, else English. */
export function preferredLanguage(header: string | undefined): LanguageCode {
  const tags = (header ?? '').split(',').map((part) => {
    const [tag, quality] = part.split(';q=', 2);
    return { code: asCode(tag), quality: Number(quality ?? 1) };
  });
  const spoken = tags.filter(({ code, quality }) => code && quality > 0).sort((a, b) => b.quality - a.quality);
  return spoken[0]?.code ?? 'en';
}
