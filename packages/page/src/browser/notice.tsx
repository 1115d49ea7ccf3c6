import type { ComponentChildren } from 'preact';

interface NoticeProps {
  title: string;
  /** Whether it is all that the page shows, so that its title is that of the page. */
  isWhole?: boolean;
  children?: ComponentChildren;
}

/** Shown in place of results if there are none. */
export function Notice({ title, isWhole = false, children }: NoticeProps) {
  return (
    <div class="notice">
      {isWhole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
