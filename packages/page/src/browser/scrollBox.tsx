import type { ComponentChildren } from 'preact';

// What scrolls must be reached by keyboard, or only a mouse could scroll it.
const reachable = 0;

/** Holds what may be larger than its place, such as a table. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scrolls" aria-label={label} tabIndex={reachable}>
      {children}
    </section>
  );
}
