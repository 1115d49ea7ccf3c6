import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { navigate, usePlace } from '../place.js';
import { tryStorage } from '../storage.js';
import { inLanguage } from '../view.js';
import type { en } from './en.js';

export type Messages = typeof en;

export type LanguageCode = 'en' | 'ja';

/** Returns the supported language that a language tag asks for; undefined if it is not supported. */
export function asCode(tag: string | null | undefined): LanguageCode | undefined {
  const [code] = (tag ?? '').trim().toLowerCase().split('-');
  return code === 'ja' || code === 'en' ? code : undefined;
}

/** Returns the preferred supported language of an Accept-Language header; English by default. */
export function preferredLanguage(header: string | undefined): LanguageCode {
  const tags = (header ?? '').split(',').map((part) => {
    const [tag, quality] = part.split(/\s*;\s*q\s*=/i, 2);
    return { code: asCode(tag), quality: Number(quality ?? 1) };
  });
  const supported = tags.filter(({ code, quality }) => code && quality > 0).sort((a, b) => b.quality - a.quality);
  return supported[0]?.code ?? 'en';
}

const messagesByLanguage = new Map<LanguageCode, Messages>();

/** Loads the messages of a language, so that `messagesIn` can return them. */
export async function loadMessages(code: LanguageCode): Promise<void> {
  if (messagesByLanguage.has(code)) return;
  messagesByLanguage.set(code, code === 'ja' ? (await import('./ja.js')).ja : (await import('./en.js')).en);
}

/** Returns the messages of a language that has been loaded. */
export function messagesIn(code: LanguageCode): Messages {
  const messages = messagesByLanguage.get(code);
  if (!messages) throw new Error(`The messages in ${code} are not loaded.`);
  return messages;
}

const storageKey = 'shirube.language';

export const storedLanguage = () => tryStorage(() => asCode(localStorage.getItem(storageKey)));

interface Language {
  code: LanguageCode;
  messages: Messages;
  /** The language that the address names, if any. Links keep it. */
  urlLanguage: LanguageCode | undefined;
  /** Returns the address of this page in that language. */
  addressIn: (code: LanguageCode) => string;
  change: (code: LanguageCode) => Promise<void>;
}

const Context = createContext<Language | undefined>(undefined);

/**
 * Provides the visitor's language: the one in the address, otherwise the one chosen before, otherwise the one that the
 * server took from the browser's preferences.
 */
export function LanguageProvider({ preferred, children }: { preferred: LanguageCode; children: ComponentChildren }) {
  const { path, search } = usePlace();
  const [choice, setChoice] = useState(preferred);
  const parameters = new URLSearchParams(search);
  const urlLanguage = asCode(parameters.get('lang'));
  const code = urlLanguage && messagesByLanguage.has(urlLanguage) ? urlLanguage : choice;
  useLayoutEffect(() => setChoice(storedLanguage() ?? preferred), []);
  useLayoutEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const addressIn = (language: LanguageCode) => {
    parameters.delete('lang');
    return inLanguage(parameters.size > 0 ? `${path}?${parameters}` : path, language);
  };
  const change = async (language: LanguageCode) => {
    await loadMessages(language);
    // Without a storage, the choice lasts only while the address names it.
    tryStorage(() => localStorage.setItem(storageKey, language));
    setChoice(language);
    navigate(addressIn(language), { replace: true });
  };
  return (
    <Context.Provider value={{ code, messages: messagesIn(code), urlLanguage, addressIn, change }}>
      {children}
    </Context.Provider>
  );
}

/** Returns the language, and a way to change it. */
export function useLanguage(): Language {
  const language = useContext(Context);
  if (!language) throw new Error('There is no language here.');
  return language;
}

/** Returns the messages of the page in the visitor's language. */
export const useMessages = (): Messages => useLanguage().messages;

/** A text in English and in Japanese. */
export type Pair<Text = string> = readonly [en: Text, ja: Text];
interface Pairs {
  readonly [name: string]: Pair<unknown> | Pairs;
}
type Texts<T> = T extends Pair<infer Text> ? Text : { [Name in keyof T]: Texts<T[Name]> };

const isPair = (value: Pair<unknown> | Pairs): value is Pair<unknown> => Array.isArray(value);

/** Picks the texts of one language. */
function textsOf<T extends Pairs>(pairs: T, place: 0 | 1): Texts<T>;
function textsOf(pairs: Pairs, place: 0 | 1): object {
  const pick = (value: Pair<unknown> | Pairs) => (isPair(value) ? value[place] : textsOf(value, place));
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, pick(value)]));
}

/** Creates a hook that returns the messages of a part of the page in the visitor's language. */
export function defineMessages<T extends Pairs>(pairs: T): () => Texts<T> {
  const texts = { en: textsOf(pairs, 0), ja: textsOf(pairs, 1) };
  return () => texts[useLanguage().code];
}
