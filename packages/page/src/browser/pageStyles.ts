let styles: Promise<unknown> | undefined;

/** Applies the styles of the pages other than the list, once. The document of the list only names them. */
export function applyPageStyles(): Promise<unknown> {
  const link = globalThis.document?.querySelector<HTMLLinkElement>('#page-styles[rel=prefetch]');
  if (!link) return Promise.resolve(styles);
  styles = new Promise((done) => {
    link.onload = link.onerror = done;
  });
  link.rel = 'stylesheet';
  return styles;
}
