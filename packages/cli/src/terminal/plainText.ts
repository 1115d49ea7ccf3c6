/** Text from a file or the catalog as it may go to a terminal: on one line, without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\u{fffd}');
}
