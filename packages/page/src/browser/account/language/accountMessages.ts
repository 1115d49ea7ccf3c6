import { localised } from '../../language/language.js';
import { en } from './en.js';
import { ja } from './ja.js';

/** The messages of the pages for owners. */
export const useAccountMessages = localised({ en, ja });
