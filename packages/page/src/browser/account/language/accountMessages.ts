import { localised } from '../../language/language.js';
import { en } from './en.js';
import { ja } from './ja.js';

/** What the pages for owners say. */
export const useAccountMessages = localised({ en, ja });
