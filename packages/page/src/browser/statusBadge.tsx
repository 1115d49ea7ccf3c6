import type { ServiceStatus } from '@shirube/contracts';
import { Icon } from './icon.js';
import { useMessages } from './language/language.js';

/** A status as text, with a symbol that does not depend on colour. */
export function StatusBadge({ status }: { status: ServiceStatus }) {
  return (
    <span class={`status ${status}`}>
      <Icon name={status} />
      {useMessages().statuses[status]}
    </span>
  );
}
