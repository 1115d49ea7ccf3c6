import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { go, usePlace } from '../place.js';
import { inLanguage } from '../view.js';
import { en } from './en.js';
import { ja } from './ja.js';
import { asCode, type LanguageCode } from './languageCode.js';

export type { LanguageCode } from './languageCode.js';
export type Messages = typeof en;

export const messagesIn: Record<LanguageCode, Messages> = { en, ja };
const storageKey = 'shirube.language';

// Storage may be switched off; then the choice lasts as long as the address names it.
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

interface Language {
  code: LanguageCode;
  messages: Messages;
  /** The language that the address names, if it does: links lead on in it. */
  named: LanguageCode | undefined;
  /** The address of this page in that language. */
  addressIn: (code: LanguageCode) => string;
  change: (code: LanguageCode) => void;
}

const Context = createContext<Language>({
  code: 'en',
  messages: en,
  named: undefined,
  addressIn: () => '',
  change: () => {},
});

/**
 * Speaks the visitor's language to everything inside: the one that the address names, else the one chosen before, else
 * the one that the server took from the browser's preferences.
 */
export function LanguageProvider({ preferred, children }: { preferred: LanguageCode; children: ComponentChildren }) {
  const { path, search } = usePlace();
  const [chosen, choose] = useState(preferred);
  const parameters = new URLSearchParams(search);
  const named = asCode(parameters.get('lang'));
  const code = named ?? chosen;
  useLayoutEffect(() => choose(asCode(remembered()) ?? preferred), []);
  useLayoutEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const addressIn = (wanted: LanguageCode) => {
    parameters.delete('lang');
    return inLanguage(parameters.size > 0 ? `${path}?${parameters}` : path, wanted);
  };
  const change = (wanted: LanguageCode) => {
    remember(wanted);
    choose(wanted);
    go(addressIn(wanted), { replace: true });
  };
  return (
    <Context.Provider value={{ code, messages: messagesIn[code], named, addressIn, change }}>
      {children}
    </Context.Provider>
  );
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
