import { localised } from '../../../language/language.js';
import { en } from './en.js';
import { ja } from './ja.js';

/** What the record of a service says. */
export const useRecordMessages = localised({ en, ja });
