/** The engine is unreachable or overloaded, or did not respond in time. A later retry may succeed. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable';
  readonly code = 'search_unavailable';
}

/** The engine refuses a batch because of a document in it, and says why. The other changes may be applied. */
export class DocumentsRefused extends Error {
  override name = 'DocumentsRefused';
  readonly code = 'documents_refused';
}
