/**
 * Returns the routes of an OpenAPI document as Markdown, a table for each tag.
 * @param {{ paths: object }} document
 */
export function routeTables(document) {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags, summary }]) => ({
      tag: tags[0],
      row: `| \`${method.toUpperCase()} ${path}\` | ${summary} |`,
    })),
  );
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const rowsOf = (/** @type {string} */ wanted) => routes.filter(({ tag }) => tag === wanted).map(({ row }) => row);
  return tags.map((tag) => `### ${tag}\n\n| | |\n| --- | --- |\n${rowsOf(tag).join('\n')}\n`).join('\n');
}
