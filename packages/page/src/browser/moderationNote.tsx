import type { Service } from '@shirube/contracts';
import { useMessages } from './language/language.js';

/** The operator's note about a service, with the reason. */
export function ModerationNote({ moderation }: { moderation: Service['moderation'] | undefined }) {
  const messages = useMessages();
  if (!moderation) return null;
  return (
    <p class="moderation">
      <strong>{messages.moderation[moderation.state]}</strong>: {moderation.reason}
    </p>
  );
}
