import { localised } from '../../../language/language.js';
import { en } from './en.js';
import { ja } from './ja.js';

/** The messages of the service record. */
export const useRecordMessages = localised({ en, ja });
