import type { Service } from '@shirube/contracts';
import { ChangeList } from './changeList.js';
import { useRecordMessages } from './language/recordMessages.js';

/** What the directory remembers of a service. */
export function ServiceRecord({ service }: { service: Service }) {
  return (
    <section class="record" aria-label={useRecordMessages().record}>
      <ChangeList id={service.id} />
    </section>
  );
}
