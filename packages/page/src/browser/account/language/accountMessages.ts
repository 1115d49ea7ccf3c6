import { useLanguage } from '../../language/language.js';
import { type AccountMessages, en } from './en.js';
import { ja } from './ja.js';

/** What the pages for owners say, in the language of the visitor. */
export function useAccountMessages(): AccountMessages {
  return useLanguage().code === 'ja' ? ja : en;
}
