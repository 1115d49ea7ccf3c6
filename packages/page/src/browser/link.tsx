import type { AriaAttributes, ComponentChildren } from 'preact';
import { useLanguage } from './language/language.js';
import { goBack, navigate } from './place.js';
import { inLanguage } from './view.js';

interface LinkProps extends Pick<AriaAttributes, 'aria-current' | 'aria-expanded' | 'aria-label'> {
  href: string;
  class?: string;
  rel?: 'prev' | 'next';
  children: ComponentChildren;
  /** Whether the link goes back: the visitor then returns to the page as they left it. */
  isBack?: boolean;
  /** What a plain click does instead. */
  onFollow?: () => void;
}

/** A link within the site. A plain click navigates in the page; any other (new tab, copy) is left to the browser. */
export function Link({ href, isBack = false, onFollow, ...rest }: LinkProps) {
  const address = inLanguage(href, useLanguage().urlLanguage);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (onFollow) return onFollow();
    if (isBack) return goBack(address);
    navigate(address);
    scrollTo(0, 0);
  };
  return <a href={address} onClick={follow} {...rest} />;
}
