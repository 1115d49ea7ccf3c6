/** The address when it is one that a link may lead to: http or https, without user info. */
export function httpAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password ? text : undefined;
}
