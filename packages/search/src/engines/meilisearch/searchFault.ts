import { reasonOf } from '@shirube/contracts';
import { MeilisearchApiError } from 'meilisearch';
import { DocumentsRefused, SearchUnavailable } from '../../errors.js';

/** Throws an error of Meilisearch's client as DocumentsRefused if the sent data is at fault, or else as SearchUnavailable. */
export function throwFault(error: unknown): never {
  throw searchFault(error);
}

function searchFault(error: unknown): Error {
  if (error instanceof SearchUnavailable || error instanceof DocumentsRefused) return error;
  if (!(error instanceof MeilisearchApiError)) {
    return new SearchUnavailable(`Meilisearch cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
  const { status } = error.response;
  if (status === 401 || status === 403) {
    return new SearchUnavailable(`Meilisearch refuses the API key: ${error.message}`, { cause: error });
  }
  const isOurs = status === 400 || status === 413 || status === 415 || status === 422;
  return isOurs
    ? new DocumentsRefused(error.message, { cause: error })
    : new SearchUnavailable(`Meilisearch answered ${status}: ${error.message}`, { cause: error });
}
