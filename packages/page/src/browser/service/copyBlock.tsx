import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useFigureMessages } from './messages.js';

interface CopyBlockProps {
  label: string;
  text: string;
  /** Whether to also show the label before the text. */
  isLabelled?: boolean;
}

const noticeMs = 2000;
// Texts of this length may overflow their box. They scroll, with the keyboard too.
const scrollableFrom = 80;

/** A text with a copy button. */
export function CopyBlock({ label, text, isLabelled = false }: CopyBlockProps) {
  const figures = useFigureMessages();
  const code = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), noticeMs);
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
        aria-label={`${figures.copy}: ${label}`}
        onClick={async () => setCopied(await copy(text, code.current))}
      >
        <Icon name={isCopied ? 'verified' : 'copy'} />
      </button>
      <span class="visually-hidden" role="status">
        {isCopied ? figures.copied : ''}
      </span>
    </div>
  );
}

/** Copies the text. If the browser does not allow that (plain http on another host), at least selects it. */
async function copy(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (element) getSelection()?.selectAllChildren(element);
    return false;
  }
}
