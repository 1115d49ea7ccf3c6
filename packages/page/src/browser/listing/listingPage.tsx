import type { AccountService, Candidate, Preview, ProvenAccount, RegistrationResults } from '@shirube/contracts';
import { networkLabel } from '@shirube/domain/networks';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { AskOperator } from '../account/keyForm.js';
import { useSubmission } from '../account/useSubmission.js';
import { AddressForm } from '../check/addressForm.js';
import type { PageProps } from '../definePage.js';
import { client } from '../directory.js';
import { httpAddress } from '../formats.js';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
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
  const { isOpen } = useSignUp();
  const listed = useListed(url, found?.candidates);

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
      <p>
        {own.intro} {isOpen ? own.noKeyNeeded : <AskOperator />}
      </p>
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
            {found && <Checklist {...found} listed={listed} />}
          </div>
        </Step>
      )}
      {account && <NewKey account={account} />}
      {url && found && (
        <NextSteps key={url} url={url} candidates={found.candidates} listed={listed} onProven={setAccount} />
      )}
    </main>
  );
}

/** Returns which of the account's services are at an address; undefined while that is being read. */
function useListed(url: string | undefined, candidates: readonly Candidate[] = []): AccountService[] | undefined {
  const { key } = useOwnKey();
  const host = url && new URL(url).hostname;
  const { value, failure } = useAnswer(key && host ? `own services ${key} ${host}` : '', (signal) =>
    client.listAccountServices({ query: host ?? '', limit: 100 }, { key: key ?? '', signal }),
  );
  if (key && !value && !failure) return undefined;
  const endpoints = candidates.map(({ endpoint }) => endpoint);
  return value?.services.filter(({ endpoint }) => endpoints.includes(endpoint)) ?? [];
}

const isIn = (services: readonly AccountService[] | undefined, candidate: Candidate): boolean =>
  services?.some(({ endpoint }) => endpoint === candidate.endpoint) ?? false;

function Checklist({ faults, candidates, listed }: Preview & Pick<NextStepsProps, 'listed'>) {
  const own = useListingMessages();
  return (
    <>
      <Faults faults={faults} />
      {candidates.length === 0 && <p>{own.noneFound}</p>}
      <ul class="checklist">
        {candidates.map((candidate) => {
          const { endpoint, registration, faults } = candidate;
          const readyTitle = isIn(listed, candidate) ? own.outcomes.exists : own.ready;
          return (
            <Item
              key={endpoint}
              isGood={registration !== undefined}
              title={registration ? readyTitle : own.notReady}
              endpoint={endpoint}
              faults={faults}
            >
              {registration && <Price pricing={registration.pricing} />}
              {registration && <p class="help">{networkLabel(registration.x402Config.network)}</p>}
            </Item>
          );
        })}
      </ul>
    </>
  );
}

interface NextStepsProps extends ProofProps {
  /** What the account has listed of it; undefined while that is being read. */
  listed: readonly AccountService[] | undefined;
}

/** What follows: the proof, unless the visitor has a key, the listing, and the checks of what is listed. */
function NextSteps({ url, candidates, listed, onProven }: NextStepsProps) {
  const own = useListingMessages();
  const origin = useOrigin();
  const { key, change } = useOwnKey();
  const { isOpen, isListingOpen } = useSignUp();
  const [results, setResults] = useState<RegistrationResults['results']>();
  const { isSending, refusal, send } = useSubmission();
  const ready = candidates.filter((candidate) => candidate.registration && !isIn(listed, candidate));
  const ids = (results ?? listed ?? []).flatMap(({ id }) => id ?? []);
  const list = () => send(async () => setResults((await client.registerOrigin({ url }, key ? { key } : {})).results));
  const listButton = ready.length > 0 && (key || isListingOpen) && (
    <Action isPrimary={key !== undefined} isSending={isSending} onClick={list}>
      {isSending ? own.listing : key ? own.listAll : own.withoutAccount}
    </Action>
  );
  const path = isListingOpen ? '/api/registrations' : '/api/accounts';
  return (
    <>
      {(isOpen || isListingOpen) && (
        <p class="scriptless">
          {own.needsScript}{' '}
          <code>{`curl ${origin}${path} -H 'Content-Type: application/json' -d '${JSON.stringify({ url })}'`}</code>
        </p>
      )}
      {!key && !results && isOpen && (
        <Proof
          url={url}
          candidates={candidates}
          onProven={(proven) => {
            onProven(proven);
            change(proven.key);
          }}
        />
      )}
      {!key && !results && listButton}
      {key && listed && !results && (ready.length > 0 || ids.length === 0) && (
        <Step key="list" title={own.listAll}>
          <p>{ready.length > 0 ? own.listHint(ready.length) : own.noneFound}</p>
          {listButton}
        </Step>
      )}
      {(results || ids.length > 0) && (
        <Step key={results ? 'results' : 'listed'} title={own.now} isNew={results !== undefined}>
          <div role="status">
            <ul class="checklist">
              {results?.map(({ endpoint, outcome, faults }) => (
                <Item
                  key={endpoint}
                  isGood={outcome !== 'faulty'}
                  title={own.outcomes[outcome]}
                  endpoint={endpoint}
                  faults={faults}
                />
              ))}
            </ul>
          </div>
          {ids.length > 0 && <Progress key={ids.join()} ids={ids} host={new URL(url).hostname} apiKey={key} />}
        </Step>
      )}
      <StepRefusal error={refusal} />
    </>
  );
}

function NewKey({ account: { key, services } }: { account: ProvenAccount }) {
  const messages = useMessages();
  const own = useListingMessages();
  const { change } = useOwnKey();
  const now = services.filter(({ wasYours, yoursFrom }) => !wasYours && !yoursFrom);
  const later = services.flatMap(({ yoursFrom, ...service }) => (yoursFrom ? { ...service, yoursFrom } : []));
  return (
    <Step title={own.yourKey} isNew>
      <CopyBlock label={own.yourKey} text={key} />
      <p class="help">{own.keyAdvice}</p>
      <label>
        <input type="checkbox" onChange={({ currentTarget }) => change(key, currentTarget.checked)} /> {own.keepKey}
      </label>
      {now.length > 0 && <p>{own.nowYours(now.length)}</p>}
      {later.length > 0 && (
        <>
          <p>{own.yoursLater(later.length)}</p>
          <ul>
            {later.map(({ id, name, yoursFrom }) => (
              <li key={id}>
                <Link href={`/services/${id}`}>{name}</Link>{' '}
                <time dateTime={yoursFrom}>{own.yoursFrom(messages.moment(yoursFrom))}</time>
              </li>
            ))}
          </ul>
        </>
      )}
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
