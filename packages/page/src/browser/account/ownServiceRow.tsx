import type { Service } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Price } from '../price.js';
import { StatusBadge } from '../statusBadge.js';
import { textLanguage } from '../writtenForms.js';
import { CheckSeen, useCheckNow } from './checkNow.js';
import { useAccountMessages } from './language/accountMessages.js';

interface OwnServiceRowProps {
  service: Service;
  apiKey: string;
  onRemove: () => void;
}

/** One of one's own services, with what can be done with it. */
export function OwnServiceRow({ service, apiKey, onRemove }: OwnServiceRowProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { id, name } = service;
  const [status, setStatus] = useState(service.status);
  const { checkNow, ...checking } = useCheckNow(id, apiKey, setStatus);
  return (
    <li>
      <h2 lang={textLanguage(name)}>
        <Link href={`/services/${id}`}>{name}</Link>
      </h2>
      <Price pricing={service.pricing} />
      <ul class="meta">
        <li>
          <StatusBadge status={status} />
        </li>
        <li>
          {messages.updated} <time dateTime={service.updatedAt}>{messages.date(service.updatedAt)}</time>
        </li>
      </ul>
      <p class="actions">
        <Link class="button" href={`/account/services/${id}`} aria-label={own.editOf(name)}>
          {own.edit}
        </Link>
        <button
          type="button"
          class="button"
          aria-label={own.checkOf(name)}
          aria-disabled={checking.isChecking}
          onClick={checkNow}
        >
          {own.check}
        </button>
        <button type="button" class="button" aria-label={own.removeOf(name)} onClick={onRemove}>
          {own.remove}
        </button>
      </p>
      <CheckSeen {...checking} />
    </li>
  );
}
