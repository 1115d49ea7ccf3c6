/** Lets searches and reads of the catalog take the time that a busy machine needs; what is refused or dropped is told at once all the same. */
export const patientSearches = { SEARCH_DEADLINE_MS: '20000', CATALOG_DEADLINE_MS: '20000' };
