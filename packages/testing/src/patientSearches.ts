/** Lets searches take the time that a busy machine needs; what Meilisearch refuses or drops is told at once all the same. */
export const patientSearches = { SEARCH_DEADLINE_MS: '20000' };
