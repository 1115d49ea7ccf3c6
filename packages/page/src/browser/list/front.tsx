import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useOrigin } from '../rendering.js';
import { useAnswer } from '../useAnswer.js';

/** Starting points for a first visitor (find, list, connect), with the size and health of the catalog. */
export function Front() {
  const messages = useMessages();
  const { find, list, connect } = messages.entrances;
  const mcp = <code>{useOrigin()}/mcp</code>;
  const entrances = [
    [<a href="#results">{find.title}</a>, find.text],
    [<Link href="/account/register">{list.title}</Link>, list.text],
    [<a href="/llms.txt">{connect.title}</a>, [connect.text, ' ', mcp]],
  ];
  return (
    <section class="front" aria-label={messages.start}>
      <ul>
        {entrances.map(([link, text], index) => (
          <li key={index}>
            <h2>{link}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <CatalogHealth />
    </section>
  );
}

const goodUptime = 99;

function CatalogHealth() {
  const messages = useMessages();
  const { value } = useAnswer('health', async (signal, reads) => {
    const { total, statuses, uptime } = await reads.readStats({ signal });
    const count = (least: number) =>
      uptime.filter(({ atLeast }) => atLeast >= least).reduce((sum, each) => sum + each.count, 0);
    const verified = statuses.find(({ status }) => status === 'verified')?.count ?? 0;
    return { total, verified, checked: count(0), well: count(goodUptime) };
  });
  return (
    <p class="health">
      {value ? messages.health(value) : ' '} <Link href="/stats">{messages.statistics}</Link>
    </p>
  );
}
