import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { type View, viewAddress, viewForm } from '../view.js';

interface SearchBoxProps {
  view: View;
  box: RefObject<HTMLInputElement | null>;
  onChange: (text: string, options: { replace: boolean }) => void;
  /** Called when the visitor wants to go to the results of the current text, which has been sent. */
  onEnterResults: () => void;
  onInput: () => void;
}

const pauseMs = 150;
// Text in an input method composition changes a lot before it means anything.
const composingPauseMs = 500;

/** The search box. It searches as you type; a burst of typing is one history entry. */
export function SearchBox({ view, box, onChange, onEnterResults, onInput }: SearchBoxProps) {
  const { messages, urlLanguage } = useLanguage();
  const { query: text = '', category = [], chain = [] } = view;
  const lastText = useRef(text);
  const isInBurst = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The box is uncontrolled. It takes the text of the address only if that did not come from the box.
  useLayoutEffect(() => {
    if (!box.current || text === lastText.current) return;
    clearTimeout(timer.current);
    lastText.current = box.current.value = text;
    isInBurst.current = false;
  }, [text]);

  useEffect(() => {
    // The visitor may have typed before the script ran.
    send();
    const focusBox = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      box.current?.select();
    };
    addEventListener('keydown', focusBox);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('keydown', focusBox);
    };
  }, []);

  const send = () => {
    clearTimeout(timer.current);
    const input = box.current?.value.trim() ?? '';
    if (input === lastText.current) return;
    lastText.current = input;
    onChange(input, { replace: isInBurst.current });
    isInBurst.current = true;
  };
  const sendSoon = (event: InputEvent) => {
    onInput();
    clearTimeout(timer.current);
    timer.current = setTimeout(send, event.isComposing ? composingPauseMs : pauseMs);
  };
  const endBurst = () => {
    send();
    isInBurst.current = false;
  };
  const clear = () => {
    if (box.current) box.current.value = '';
    endBurst();
    box.current?.focus();
  };

  return (
    <search>
      <form
        id={viewForm}
        class="search"
        action="/"
        onSubmit={(event) => {
          event.preventDefault();
          endBurst();
        }}
      >
        <Icon name="search" />
        <input
          ref={box}
          type="text"
          name="query"
          defaultValue={text}
          aria-label={messages.search}
          placeholder={messages.searchPlaceholder}
          maxLength={500}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          onInput={sendSoon}
          onBlur={endBurst}
          onKeyDown={(event) => {
            // During composition the keys belong to the input method.
            if (event.isComposing) return;
            if (event.key === 'Escape') clear();
            if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            endBurst();
            onEnterResults();
          }}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
        <button type="button" class="clear" aria-label={messages.clear} onClick={clear}>
          <Icon name="close" />
        </button>
        {[category].flat().map((id) => (
          <input key={id} type="hidden" name="category" value={id} />
        ))}
        {[chain].flat().map((name) => (
          <input key={name} type="hidden" name="chain" value={name} />
        ))}
        {urlLanguage && <input type="hidden" name="lang" value={urlLanguage} />}
        <button type="submit" class="button scriptless">
          {messages.apply}
        </button>
      </form>
      {viewAddress(view) === '/' && (
        <p class="examples">
          {messages.examplesLabel}
          {messages.examples.map((example) => (
            <Link key={example} href={viewAddress({ query: example })}>
              {example}
            </Link>
          ))}
        </p>
      )}
    </search>
  );
}
