import type { ComponentChildren } from 'preact';
import { useLanguage } from './language/language.js';
import { textLanguage } from './writtenForms.js';

/** A service name, with a language attribute if its language differs from that of the page. */
export function ServiceName({ name, children = name }: { name: string; children?: ComponentChildren }) {
  const { code, messages } = useLanguage();
  const language = textLanguage(name) ?? (/^[\p{Script=Latin}\P{L}]*$/u.test(name) ? 'en' : undefined);
  return (
    <>
      <span lang={language}>{children}</span>
      {language && language !== code && (
        <abbr class="language" title={messages.languages[language]}>
          {language.toUpperCase()}
        </abbr>
      )}
    </>
  );
}
