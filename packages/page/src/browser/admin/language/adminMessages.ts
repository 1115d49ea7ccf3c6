import { localised } from '../../language/language.js';
import { en } from './en.js';
import { ja } from './ja.js';

/** The messages of the page for operators. */
export const useAdminMessages = localised({ en, ja });
