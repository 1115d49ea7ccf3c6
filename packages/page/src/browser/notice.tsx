import type { ComponentChildren } from 'preact';

/** What stands in the place of results when there are none to show. */
export function Notice({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
