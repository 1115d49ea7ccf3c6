import type { HistoryWindow, Service } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../../directory.js';
import { type Answer, useAnswer } from '../../useAnswer.js';
import { Availability } from './availability.js';
import { ChangeList } from './changeList.js';
import { ReportForm } from './reportForm.js';

const isUnderWay = ({ value, failure }: Answer<unknown>): boolean => value === undefined && failure === undefined;

/** What checks have seen of a service, and how it changed. Shown all at once, to avoid layout shifts. */
export function ServiceRecord({ service: { id } }: { service: Service }) {
  const [window, setWindow] = useState<HistoryWindow>('90d');
  const checks = useAnswer(`checks ${id} ${window}`, (signal) => client.getCheckHistory(id, { window }, { signal }));
  const changes = useAnswer(`changes ${id}`, (signal) => client.getServiceHistory(id, { signal }));
  if ([checks, changes].some(isUnderWay)) return null;
  return (
    <>
      {checks.value && (
        <Availability history={checks.value} isStale={checks.isStale} window={window} onChange={setWindow} />
      )}
      {changes.value && <ChangeList changes={changes.value} />}
      <ReportForm id={id} />
    </>
  );
}
