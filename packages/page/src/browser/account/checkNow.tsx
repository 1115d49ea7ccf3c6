import type { Check, PaymentTerms } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSubmission } from './useSubmission.js';

const termsText = ({ price, currency, asset, network, payTo }: PaymentTerms): string =>
  [[price, currency ?? asset].filter(Boolean).join(' '), network, payTo].filter(Boolean).join(' · ');

interface CheckState {
  isChecking: boolean;
  refusal: unknown;
  /** The check, and whether this request triggered it. */
  result: { check: Check; isNew: boolean } | undefined;
  checkNow: () => Promise<void>;
}

/** Checks a service on its owner's request. The service may change as a result. */
export function useCheckNow(id: string, apiKey: string, onChecked: () => unknown): CheckState {
  const [result, setResult] = useState<CheckState['result']>();
  const { isSending, refusal, send } = useSubmission();
  return {
    isChecking: isSending,
    refusal,
    result,
    checkNow: () =>
      send(async () => {
        setResult(undefined);
        const { check, isNew } = await client.checkService(id, { key: apiKey });
        setResult({ check, isNew });
        await onChecked();
      }),
  };
}

/** The result of a check. The live regions are always rendered, so that screen readers announce the result. */
export function CheckResult({ isChecking, refusal, result }: Omit<CheckState, 'checkNow'>) {
  const own = useAccountMessages();
  return (
    <>
      <div class="check-result" role="status">
        {isChecking && <p>{own.checking}</p>}
        {result && <Evidence {...result} />}
      </div>
      <Refusal error={refusal} />
    </>
  );
}

function Evidence({ check, isNew }: { check: Check; isNew: boolean }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { verdicts } = useMonitorMessages();
  const { verdict, detail, method, httpStatus, durationMs, declared, observed, checkedAt } = check;
  return (
    <>
      <p>
        <strong>{own.result(verdict, verdicts[verdict])}</strong> {!isNew && own.earlierResult}
      </p>
      <dl class="evidence">
        <dt>{messages.lastChecked}</dt>
        <dd>
          <time dateTime={checkedAt}>{messages.ago(checkedAt)}</time>
        </dd>
        <dt>{own.request}</dt>
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
