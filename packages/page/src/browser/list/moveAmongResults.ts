const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const resultLinks = (within: ParentNode) => Array.from(within.querySelectorAll<HTMLAnchorElement>('h2 a'));

/**
 * Moves the focus between results with the arrow keys, in addition to Tab. Calls `onLeave` when moving up from the
 * first.
 */
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

/** Focuses the first result, if there is one. */
export function enterResults(within: ParentNode): void {
  resultLinks(within)[0]?.focus();
}
