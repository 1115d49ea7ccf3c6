import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { en } from './en.js';
import { ja } from './ja.js';

export type LanguageCode = 'en' | 'ja';
export type Messages = typeof en;

const messages: Record<LanguageCode, Messages> = { en, ja };
const storageKey = 'shirube.language';

const asCode = (tag: string | null): LanguageCode | undefined => {
  const code = tag?.slice(0, 2).toLowerCase();
  return code === 'ja' || code === 'en' ? code : undefined;
};

/** The language the visitor chose before, else the first of the browser's that is spoken here, else English. */
function preferred(): LanguageCode {
  return asCode(remembered()) ?? navigator.languages.map(asCode).find((code) => code !== undefined) ?? 'en';
}

// Storage may be switched off; then the choice lasts as long as the page.
function remembered(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(storageKey, code);
  } catch {
    return;
  }
}

const Context = createContext({ code: 'en' as LanguageCode, messages: en, change: (_: LanguageCode) => {} });

/** Speaks the visitor's language to everything inside. */
export function LanguageProvider({ children }: { children: ComponentChildren }) {
  const [code, setCode] = useState(preferred);
  useLayoutEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const change = (chosen: LanguageCode) => {
    remember(chosen);
    setCode(chosen);
  };
  return <Context.Provider value={{ code, messages: messages[code], change }}>{children}</Context.Provider>;
}

/** The language, and how to change it. */
export const useLanguage = () => useContext(Context);
/** What the page says, in the language of the visitor. */
export const useMessages = (): Messages => useContext(Context).messages;

/** Makes the hook that gives what a part of the page says, in the language of the visitor. */
export const localised =
  <Texts,>(texts: Record<LanguageCode, Texts>): (() => Texts) =>
  () =>
    texts[useLanguage().code];
