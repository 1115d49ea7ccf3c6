/** The engine cannot be reached, is overloaded or did not answer in time; asking again later may help. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable';
  readonly code = 'search_unavailable';
}

/** The engine refuses a batch because of a document in it, and says why; nothing of the batch was applied. */
export class DocumentsRefused extends Error {
  override name = 'DocumentsRefused';
  readonly code = 'documents_refused';
}
