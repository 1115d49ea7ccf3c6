const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const resultLinks = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLAnchorElement>('h2 a'));

/** Lets the arrow keys go from one result to the next, beside the tab key, and from the first one `onLeave`. */
export function moveAmongResults(event: KeyboardEvent & { currentTarget: HTMLElement }, onLeave: () => void): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = resultLinks(event.currentTarget);
  const current = links.findIndex((link) => link.matches(':focus'));
  if (current < 0) return;
  const next = links[current + step];
  if (next) next.focus();
  else if (step < 0) onLeave();
  else return;
  event.preventDefault();
}

/** Goes to the first result, if there is one. */
export function enterResults(within: ParentNode): void {
  resultLinks(within)[0]?.focus();
}
