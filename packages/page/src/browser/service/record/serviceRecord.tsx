import type { HistoryWindow, Service } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../../directory.js';
import { type Answer, useAnswer } from '../../useAnswer.js';
import { Availability } from './availability.js';
import { ChangeList } from './changeList.js';
import { useRecordMessages } from './language/recordMessages.js';
import { TrustParts } from './trustParts.js';

const isUnderWay = ({ value, failure }: Answer<unknown>): boolean => value === undefined && failure === undefined;

/** What the directory has seen of a service and remembers of it. It appears as a whole, so that nothing in it jumps. */
export function ServiceRecord({ service: { id } }: { service: Service }) {
  const texts = useRecordMessages();
  const [window, setWindow] = useState<HistoryWindow>('90d');
  const checks = useAnswer(`checks ${id} ${window}`, (signal) => client.checkHistory(id, { window }, { signal }));
  const trust = useAnswer(`trust ${id}`, (signal) => client.trust(id, { signal }));
  const changes = useAnswer(`changes ${id}`, (signal) => client.history(id, { signal }));
  if ([checks, trust, changes].some(isUnderWay)) return null;
  return (
    <section class="record" aria-label={texts.record}>
      {checks.value && (
        <Availability history={checks.value} isStale={checks.isStale} window={window} onChange={setWindow} />
      )}
      {trust.value && <TrustParts trust={trust.value} />}
      {changes.value && <ChangeList changes={changes.value} />}
    </section>
  );
}
