/** What an error says, in one line without a stack; one that only collects others says what those say. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  }
  const said = error instanceof Error ? error.message || error.name : String(error);
  return said.replaceAll(/\s*\n\s*/g, ' ').trim();
}
