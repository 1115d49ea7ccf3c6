const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Lets the arrow keys go from one result to the next, beside the tab key. */
export function moveAmongResults(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLAnchorElement>('h2 a'));
  const next = links[links.findIndex((link) => link.matches(':focus')) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
