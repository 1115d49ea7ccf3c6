/**
 * A search with a word of each language for which Meilisearch loads a dictionary when it first meets one. Asked before
 * readers come, it spares them the seconds that this takes.
 */
export const dictionarySearch = { q: '検索 搜索 검색 ค้นหา', limit: 0 };
