import { ProblemError } from '@shirube/client';
import type { Service } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { FailureNotice } from '../notice.js';
import { useAnswer } from '../useAnswer.js';
import { type AccountAction, type Duplicate, duplicateOf } from './actionNotice.js';
import { changedFields, type FieldValues, fieldsOf, rebase, toPatch } from './formFields.js';
import { useAccountMessages } from './messages.js';
import { ServiceForm } from './serviceForm.js';
import { useSubmission } from './useSubmission.js';

/** A service, with the ETag that identifies the version being edited. */
interface Version {
  service: Service;
  etag: string | undefined;
}

async function loadVersion(id: string, signal?: AbortSignal): Promise<Version> {
  let etag: string | undefined;
  const service = await client.getService(id, {
    fresh: true,
    ...(signal && { signal }),
    onHeaders: (headers) => {
      etag = headers.get('etag') ?? undefined;
    },
  });
  return { service, etag };
}

interface EditPageProps {
  id: string;
  apiKey: string;
  onDone: (done: AccountAction) => void;
}

/** Loads the current version of a service and edits it. */
export function EditPage({ id, ...rest }: EditPageProps) {
  const messages = useMessages();
  // Part of the cache key, so that a cached version of an earlier visit is not reused.
  const [visit] = useState(Date.now);
  const { value, failure } = useAnswer(`edit ${id} ${visit}`, (signal) => loadVersion(id, signal));
  if (failure) return <FailureNotice failure={failure} />;
  if (!value) return <p role="status">{messages.loading}</p>;
  return <EditForm key={id} loaded={value} {...rest} />;
}

function EditForm({ loaded, apiKey, onDone }: { loaded: Version } & Omit<EditPageProps, 'id'>) {
  const own = useAccountMessages();
  const [version, setVersion] = useState(loaded);
  const [values, setValues] = useState(() => fieldsOf(loaded.service));
  const [current, setCurrent] = useState<Partial<FieldValues>>();
  const [isUnchanged, setUnchanged] = useState(false);
  const submission = useSubmission();
  const { service, etag } = version;
  const before = fieldsOf(service);
  const isConflict = submission.refusal instanceof ProblemError && submission.refusal.status === 412;

  const submit = () => {
    const isSame = changedFields(values, before).length === 0;
    setUnchanged(isSame);
    if (isSame) return;
    void submission.send(async () => {
      let duplicate: Duplicate | undefined;
      const edit = await client.editService(service.id, toPatch(values, before), {
        key: apiKey,
        ...(etag && { ifMatch: etag }),
        onHeaders: (headers) => {
          duplicate = duplicateOf(headers);
        },
      });
      onDone({ kind: 'changed', service: edit, duplicate });
    });
  };

  const loadCurrent = () =>
    submission.send(async () => {
      const fresh = await loadVersion(service.id);
      const now = fieldsOf(fresh.service);
      setCurrent(Object.fromEntries(changedFields(now, before).map((name) => [name, now[name]])));
      setValues(rebase(values, before, now));
      setVersion(fresh);
    });

  const notice = () => {
    if (isConflict) {
      return (
        <div class="refusal" tabIndex={-1}>
          <p>
            {own.conflict} {own.conflictHint}
          </p>
          <button type="button" class="button" onClick={loadCurrent}>
            {own.loadCurrent}
          </button>
        </div>
      );
    }
    if (isUnchanged) return <p class="refusal">{own.unchanged}</p>;
    return !submission.refusal && current ? <p class="refusal">{own.loadedCurrent}</p> : undefined;
  };

  return (
    <>
      <h1>{own.editTitle(service.name)}</h1>
      {service.status === 'verified' && <p class="help">{own.verifiedHint}</p>}
      <ServiceForm
        values={values}
        {...(current && { current })}
        submission={submission}
        submitLabel={own.save}
        onChange={(input) => {
          setUnchanged(false);
          setValues(input);
        }}
        onSubmit={submit}
        notice={notice()}
      />
    </>
  );
}
