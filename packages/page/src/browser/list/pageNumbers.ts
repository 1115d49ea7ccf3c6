/** Returns the page numbers to link: first, last, and those around the current one; undefined marks a gap. */
export function pageNumbers(current: number, last: number): (number | undefined)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page > before + 1 ? [undefined, page] : [page];
  });
}
