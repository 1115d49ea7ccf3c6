import type { Trust } from '@shirube/contracts';
import { useMonitorMessages } from '../../language/monitorMessages.js';
import { ShareBar } from '../../serviceLabels.js';
import { useRecordMessages } from '../messages.js';

/** Whether a check has found out anything about a service. */
export const isChecked = ({ trustScore, parts: { reachability, age } }: Trust): boolean =>
  trustScore > 0 || reachability.facts.checks > 0 || age.facts.since !== null;

/** The components of a service's trust score, each with its points and the facts behind it. */
export function TrustParts({ trust }: { trust: Trust }) {
  const texts = useRecordMessages();
  const monitor = useMonitorMessages();
  if (!isChecked(trust))
    return (
      <section class="trust-parts">
        <h2>{texts.trustTitleUnchecked}</h2>
        <p>{texts.trustUnchecked}</p>
      </section>
    );
  const { reachability, honesty, age, settlements } = trust.parts;
  const parts = [
    { name: 'reachability', part: reachability, facts: texts.reachability(reachability.facts) },
    { name: 'honesty', part: honesty, facts: texts.honesty(honesty.facts) },
    { name: 'age', part: age, facts: texts.age(age.facts) },
    { name: 'settlements', part: settlements, facts: texts.settlements(settlements.facts) },
  ] as const;
  return (
    <section class="trust-parts">
      <h2>{texts.trustTitle(trust.trustScore)}</h2>
      {trust.isHeld && <p class="hint">{texts.setByOperator}</p>}
      {trust.cap && <p class="hint">{texts.capped(trust.cap)}</p>}
      {trust.isSimulated && <p class="hint">{monitor.simulated}</p>}
      <ul>
        {parts.map(({ name, part, facts }) => (
          <li key={name}>
            <PartBar label={texts.parts[name]} part={part} />
            <p class="hint">
              {texts.meanings[name]} {facts}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Part = Trust['parts'][keyof Trust['parts']];

/** The points of a part of trust, as text and as a bar. */
export function PartBar({ label, part }: { label: string; part: Part }) {
  const texts = useRecordMessages();
  return (
    <p class="part">
      <span>{label}</span>
      <ShareBar percent={100 * part.value} />
      <span>{texts.pointsOf(part.points, part.weight)}</span>
    </p>
  );
}
