import type { AriaAttributes, ComponentChildren } from 'preact';
import { go } from './place.js';

interface LinkProps extends Pick<AriaAttributes, 'aria-current' | 'aria-label'> {
  href: string;
  class?: string;
  rel?: 'prev' | 'next';
  children: ComponentChildren;
  /** Where the new place starts to be read; the top when left out. */
  keepScroll?: boolean;
}

/** A link within the page: a plain click stays in the page, any other (new tab, copy) is the browser's. */
export function Link({ href, keepScroll = false, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
    if (!keepScroll) scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
