import { useMessages } from './language/language.js';
import { Link } from './link.js';

/** The footer of every page: what this site is, and further links. */
export function Footer() {
  const messages = useMessages();
  const { footer } = messages;
  return (
    <footer class="footer">
      <p>{messages.about}</p>
      <nav aria-label={footer.label}>
        <Link href="/">{footer.directory}</Link>
        <Link href="/stats">{messages.statistics}</Link>
        <Link href="/account">{messages.ownServices}</Link>
        <Link href="/docs">{messages.reference}</Link>
        <a href="/llms.txt">llms.txt</a>
        <a href="/openapi.json">OpenAPI</a>
        <a href="/feed.atom">{footer.feed}</a>
        <Link href="/monitor">{footer.monitor}</Link>
      </nav>
    </footer>
  );
}
