import type { Candidate, Preview, ProvenAccount, RegistrationResults } from '@shirube/contracts';
import { networkLabel } from '@shirube/domain/networks';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useSubmission } from '../account/useSubmission.js';
import { AddressForm } from '../check/addressForm.js';
import type { PageProps } from '../definePage.js';
import { client } from '../directory.js';
import { httpAddress } from '../formats.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { FailureNotice } from '../notice.js';
import { useOwnKey } from '../ownKey.js';
import { navigate } from '../place.js';
import { useOrigin } from '../rendering.js';
import { CopyBlock } from '../service/copyBlock.js';
import { Faults } from '../service/waysToPay.js';
import { Price } from '../serviceLabels.js';
import { useSignUp } from '../signUp.js';
import { useAnswer } from '../useAnswer.js';
import { addressToCheck } from '../view.js';
import { useListingMessages } from './messages.js';
import { Progress } from './progress.js';
import { Proof, type ProofProps } from './proof.js';
import { Action, Step, StepRefusal } from './step.js';

/** Leads sellers from an address to listed services. What is found there needs neither a key nor a script. */
export function ListingPage({ place, answer }: PageProps<Preview>) {
  const messages = useMessages();
  const own = useListingMessages();
  const { key } = useOwnKey();
  const [account, setAccount] = useState<ProvenAccount>();
  /** How often the same address was read again. */
  const [round, setRound] = useState(0);
  const text = addressToCheck(place.search) ?? '';
  const url = httpAddress(text);
  const again = useAnswer(round > 0 && url ? `preview ${round} ${url}` : '', (signal) =>
    client.previewRegistrations({ url: url ?? '' }, { ...(key && { key }), signal }),
  );
  const { value, isStale, failure } = round > 0 ? again : answer;
  const found = isStale ? undefined : value;

  // A new page would lose the key.
  const readInPlace = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    if (!key) return;
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('url'));
    setRound(next === url ? round + 1 : 0);
    navigate(`/list?url=${encodeURIComponent(next)}`);
  };

  return (
    <main id="results" class="account-page listing" tabIndex={-1}>
      <h1>{messages.entrances.sellers.title}</h1>
      <p>{own.intro}</p>
      <AddressForm
        action="/list"
        label={own.address}
        text={text}
        button={url ? own.lookAgain : own.look}
        isPrimary={!url}
        onSubmit={readInPlace}
      />
      {url && (
        <Step title={own.found}>
          <div role="status">
            {!found && !failure && <p>{messages.loading}</p>}
            {failure && <FailureNotice failure={failure} />}
            {found && <Checklist {...found} />}
          </div>
        </Step>
      )}
      {account && <NewKey account={account} />}
      {url && found && <NextSteps key={url} url={url} candidates={found.candidates} onProven={setAccount} />}
    </main>
  );
}

function Checklist({ faults, candidates }: Preview) {
  const own = useListingMessages();
  return (
    <>
      <Faults faults={faults} />
      {candidates.length === 0 && <p>{own.noneFound}</p>}
      <ul class="checklist">
        {candidates.map(({ endpoint, registration, faults }) => (
          <Item
            key={endpoint}
            isGood={registration !== undefined}
            title={registration ? own.ready : own.notReady}
            endpoint={endpoint}
            faults={faults}
          >
            {registration && <Price pricing={registration.pricing} />}
            {registration && <p class="help">{networkLabel(registration.x402Config.network)}</p>}
          </Item>
        ))}
      </ul>
    </>
  );
}

/** What follows: the proof, unless the visitor has a key, and the listing. */
function NextSteps({ url, candidates, onProven }: ProofProps) {
  const own = useListingMessages();
  const origin = useOrigin();
  const { key, change } = useOwnKey();
  const [results, setResults] = useState<RegistrationResults['results']>();
  const { isSending, refusal, send } = useSubmission();
  const ready = candidates.filter(({ registration }) => registration);
  const list = () => send(async () => setResults((await client.registerOrigin({ url }, key ? { key } : {})).results));
  const { isListingOpen } = useSignUp();
  const listButton = ready.length > 0 && (key || isListingOpen) && (
    <Action isPrimary={key !== undefined} isSending={isSending} onClick={list}>
      {isSending ? own.listing : key ? own.listAll : own.withoutAccount}
    </Action>
  );
  return (
    <>
      <p class="scriptless">
        {own.needsScript}{' '}
        <code>{`curl ${origin}/api/accounts -H 'Content-Type: application/json' -d '${JSON.stringify({ url })}'`}</code>
      </p>
      {!key && !results && (
        <Proof
          url={url}
          candidates={candidates}
          onProven={(proven) => {
            onProven(proven);
            change(proven.key);
          }}
        />
      )}
      {results ? (
        <Step key="now" title={own.now} isNew>
          <div role="status">
            <ul class="checklist">
              {results.map(({ endpoint, outcome, id, faults }) => (
                <Item
                  key={endpoint}
                  isGood={outcome !== 'faulty'}
                  title={own.outcomes[outcome === 'registered' && !id ? 'review' : outcome]}
                  endpoint={endpoint}
                  faults={faults}
                />
              ))}
            </ul>
          </div>
          <Progress ids={results.flatMap(({ id }) => id ?? [])} host={new URL(url).hostname} apiKey={key} />
        </Step>
      ) : key ? (
        <Step key="list" title={own.listAll}>
          <p>{ready.length > 0 ? own.listHint(ready.length) : own.noneFound}</p>
          {listButton}
        </Step>
      ) : (
        listButton
      )}
      <StepRefusal error={refusal} />
    </>
  );
}

function NewKey({ account: { key, services } }: { account: ProvenAccount }) {
  const own = useListingMessages();
  const { change } = useOwnKey();
  return (
    <Step title={own.yourKey} isNew>
      <CopyBlock label={own.yourKey} text={key} />
      <p class="help">{own.keyAdvice}</p>
      <label>
        <input type="checkbox" onChange={({ currentTarget }) => change(key, currentTarget.checked)} /> {own.keepKey}
      </label>
      {services.length > 0 && <p>{own.nowYours(services.length)}</p>}
    </Step>
  );
}

interface ItemProps extends Pick<Candidate, 'endpoint' | 'faults'> {
  isGood: boolean;
  title: string;
  children?: ComponentChildren;
}

const Item = ({ isGood, title, endpoint, faults, children }: ItemProps) => (
  <li>
    <p class={isGood ? 'status verified' : 'status'}>
      <Icon name={isGood ? 'verified' : 'inactive'} />
      {title}
    </p>
    {children}
    <p>
      <code>{endpoint}</code>
    </p>
    <Faults faults={faults} />
  </li>
);
