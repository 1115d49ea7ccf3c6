import { useLanguage } from './language/language.js';
import { Link } from './link.js';
import mark from './mark.svg';

/** The header of every page: home, the visitor's own services, the API reference, the other language. */
export function Header() {
  const { code, messages, addressIn, change } = useLanguage();
  const other = code === 'ja' ? 'en' : 'ja';
  return (
    <header class="header">
      <a class="skip" href="#results">
        {messages.skip}
      </a>
      <Link class="home" href="/">
        <img src={mark} width="32" height="32" alt="" />
        <span>Shirube</span>
      </Link>
      <nav>
        <Link href="/list">{messages.entrances.sellers.title}</Link>
        <Link href="/account">{messages.ownServices}</Link>
        <Link href="/docs">{messages.reference}</Link>
        <a
          href={addressIn(other)}
          lang={other}
          hreflang={other}
          onClick={(event) => {
            event.preventDefault();
            void change(other);
          }}
        >
          {messages.otherLanguage}
        </a>
      </nav>
    </header>
  );
}
