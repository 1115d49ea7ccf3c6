import { ProblemError } from '@shirube/client';
import type { Service } from '@shirube/contracts';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../directory.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSubmission } from './useSubmission.js';

interface RemoveDialogProps {
  service: Service;
  apiKey: string;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a service is removed. The button that removes nothing has the focus. */
export function RemoveDialog({ service, apiKey, onRemoved, onClose }: RemoveDialogProps) {
  const own = useAccountMessages();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { isSending, refusal, send } = useSubmission();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // Calls onClose at once: the close event fires later, and the button may have been pressed again by then.
  const close = () => {
    dialog.current?.close();
    onClose();
  };

  const remove = () =>
    send(async () => {
      try {
        await client.removeService(service.id, { key: apiKey });
      } catch (error) {
        // Already removed by someone else: the result is the same.
        if (!(error instanceof ProblemError) || error.status !== 410) throw error;
      }
      onRemoved();
    });

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-hint`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={`${id}-title`}>{own.removeQuestion(service.name)}</h2>
      <p id={`${id}-hint`}>{own.removeHint}</p>
      <Refusal error={refusal} />
      <p class="actions">
        <button type="button" class="button" autofocus onClick={close}>
          {own.keep}
        </button>
        <button type="button" class="button danger" aria-disabled={isSending} onClick={remove}>
          {isSending ? own.sending : own.removeNow}
        </button>
      </p>
    </dialog>
  );
}
