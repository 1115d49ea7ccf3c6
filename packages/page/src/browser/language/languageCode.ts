export type LanguageCode = 'en' | 'ja';

/** Returns the supported language that a language tag asks for; undefined if it is not supported. */
export function asCode(tag: string | null | undefined): LanguageCode | undefined {
  const [code] = (tag ?? '').trim().toLowerCase().split('-');
  return code === 'ja' || code === 'en' ? code : undefined;
}

/** Returns the preferred supported language of an Accept-Language header; English by default. */
export function preferredLanguage(header: string | undefined): LanguageCode {
  const tags = (header ?? '').split(',').map((part) => {
    const [tag, quality] = part.split(';q=', 2);
    return { code: asCode(tag), quality: Number(quality ?? 1) };
  });
  const spoken = tags.filter(({ code, quality }) => code && quality > 0).sort((a, b) => b.quality - a.quality);
  return spoken[0]?.code ?? 'en';
}
