/** The id of the service that has had the endpoint first, as the headers of a registration or a change name it. */
export function duplicateOf(headers: Headers): string | undefined {
  return /<\/api\/services\/([^>/]+)>\s*;\s*rel="duplicate"/.exec(headers.get('link') ?? '')?.[1];
}
