import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';

interface CopyBlockProps {
  label: string;
  text: string;
  /** Whether the label stands before the text, too. */
  isLabelled?: boolean;
}

const saidForMs = 2000;
// A text that may be too long for its box can be scrolled, with the keyboard too.
const scrollableFrom = 80;

/** A text to take along, with a button that does. */
export function CopyBlock({ label, text, isLabelled = false }: CopyBlockProps) {
  const messages = useMessages();
  const code = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <div class="copy">
      {isLabelled && <span class="copy-label">{label}</span>}
      <code ref={code} tabIndex={text.length > scrollableFrom ? 0 : undefined}>
        {text}
      </code>
      <button
        type="button"
        class={isCopied ? 'copied' : ''}
        aria-label={`${messages.copy}: ${label}`}
        onClick={async () => setCopied(await copy(text, code.current))}
      >
        <Icon name={isCopied ? 'verified' : 'copy'} />
      </button>
      <span class="visually-hidden" role="status">
        {isCopied ? messages.copied : ''}
      </span>
    </div>
  );
}

/** Copies, or where the browser does not allow it (plain http on another host) at least selects. */
async function copy(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}
