import type { Check, PaymentTerms, ServiceStatus } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { useMonitorTexts } from '../language/monitorTexts.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSending } from './useSending.js';

const termsText = ({ price, currency, asset, network, payTo }: PaymentTerms): string =>
  [[price, currency ?? asset].filter(Boolean).join(' '), network, payTo].filter(Boolean).join(' · ');

interface Checking {
  isChecking: boolean;
  refusal: unknown;
  /** The check, and whether this request triggered it. */
  seen: { check: Check; isNew: boolean } | undefined;
  checkNow: () => Promise<void>;
}

/** Checks a service on its owner's request. The status may change as a result. */
export function useCheckNow(id: string, apiKey: string, onStatus: (status: ServiceStatus) => void): Checking {
  const [seen, setSeen] = useState<Checking['seen']>();
  const { isSending, refusal, send } = useSending();
  return {
    isChecking: isSending,
    refusal,
    seen,
    checkNow: () =>
      send(async () => {
        setSeen(undefined);
        const { status, check, isNew } = await client.checkService(id, { key: apiKey });
        setSeen({ check, isNew });
        onStatus(status);
      }),
  };
}

/** The result of a check. The live regions are always rendered, so that screen readers announce the result. */
export function CheckSeen({ isChecking, refusal, seen }: Omit<Checking, 'checkNow'>) {
  const own = useAccountMessages();
  return (
    <>
      <div class="check-seen" role="status">
        {isChecking && <p>{own.checking}</p>}
        {seen && <Evidence {...seen} />}
      </div>
      <Refusal error={refusal} />
    </>
  );
}

function Evidence({ check, isNew }: { check: Check; isNew: boolean }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { verdicts } = useMonitorTexts();
  const { verdict, detail, method, httpStatus, durationMs, declared, observed, checkedAt } = check;
  return (
    <>
      <p>
        <strong>{own.seen(verdicts[verdict])}</strong> {!isNew && own.seenBefore}
      </p>
      <dl class="evidence">
        <dt>{messages.lastChecked}</dt>
        <dd>
          <time dateTime={checkedAt}>{messages.ago(checkedAt)}</time>
        </dd>
        <dt>{own.asked}</dt>
        <dd>{httpStatus === undefined ? own.noAnswer : `${method} → ${httpStatus}, ${durationMs} ms`}</dd>
        <dt>{own.termsRegistered}</dt>
        <dd>{termsText(declared)}</dd>
        <dt>{own.termsAskedFor}</dt>
        <dd>{termsText(observed) || own.nothing}</dd>
        {detail && (
          <>
            <dt>{own.detail}</dt>
            <dd lang="en">{detail}</dd>
          </>
        )}
      </dl>
    </>
  );
}
