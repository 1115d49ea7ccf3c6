/** The label of a category that nobody has labelled: "image-generation" → "Image Generation". */
export function titleCase(categoryId: string): string {
  return categoryId
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
