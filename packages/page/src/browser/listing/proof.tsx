import type { AccountChallenge, AccountProof, Candidate, ProofWay, ProvenAccount } from '@shirube/contracts';
import { addressFamily } from '@shirube/domain/networks';
import { useState } from 'preact/hooks';
import { useSubmission } from '../account/useSubmission.js';
import { ActionForm, Field, Submit } from '../actionForm.js';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { CopyBlock } from '../service/copyBlock.js';
import { useListingMessages } from './messages.js';
import { Action, Step, StepRefusal } from './step.js';
import { type Provider, signText, useWallets } from './wallet.js';

export interface ProofProps {
  url: string;
  candidates: readonly Candidate[];
  onProven: (account: ProvenAccount) => void;
}

/** Returns what is paid to whom there, if it can be listed: to one whose wallet a browser may have, if there is one. */
function payeeOf(candidates: readonly Candidate[]) {
  const ways = candidates.flatMap(({ endpoint: url, registration, accepts }) =>
    registration ? accepts.map(({ payTo: paymentAddress, network }) => ({ url, paymentAddress, network })) : [],
  );
  return ways.find(({ network }) => addressFamily(network) === 'evm') ?? ways[0];
}

/** Proves that an address is the visitor's, in one of the ways that its challenge offers. */
export function Proof({ url, candidates, onProven }: ProofProps) {
  const messages = useMessages();
  const own = useListingMessages();
  const [challenge, setChallenge] = useState<AccountChallenge>();
  const { isSending, refusal, send } = useSubmission();
  const open = () => send(async () => setChallenge(await client.openAccount({ url, ...payeeOf(candidates) })));
  return (
    <Step key={challenge?.id} title={own.prove} isNew={challenge !== undefined}>
      <p>{own.proveHint}</p>
      {challenge ? (
        <>
          <p class="help">{own.expires(messages.moment(challenge.expiresAt))}</p>
          {challenge.ways.map((way) => (
            <Way key={way.way} challenge={challenge} way={way} onProven={onProven} onRenew={open} />
          ))}
        </>
      ) : (
        <Action isPrimary isSending={isSending} onClick={open}>
          {own.start}
        </Action>
      )}
      <StepRefusal error={refusal} />
    </Step>
  );
}

interface WayProps extends Pick<ProofProps, 'onProven'> {
  challenge: AccountChallenge;
  way: ProofWay;
  onRenew: () => void;
}

function Way({ challenge, way, onProven, onRenew }: WayProps) {
  const own = useListingMessages();
  const { isSending, refusal, send } = useSubmission();
  const prove: Prove = (proof) => send(async () => onProven(await client.proveAccount(challenge.id, await proof())));
  const kind = way.way;
  return (
    <div class="way">
      {kind === 'signature' ? (
        <SignatureForm challenge={challenge} way={way} isSending={isSending} prove={prove} />
      ) : (
        <>
          <h3>{own.ways[kind].title}</h3>
          <p>{own.ways[kind].hint}</p>
          <CopyBlock label={own.ways[kind].place} text={way.url ?? way.name ?? ''} isLabelled />
          <CopyBlock label={own.token} text={challenge.token} isLabelled />
          <Action isSending={isSending} onClick={() => prove(() => ({ way: kind }))}>
            {isSending ? own.checking : own.checkNow}
          </Action>
        </>
      )}
      <StepRefusal error={refusal} onRenew={onRenew} />
    </div>
  );
}

type Prove = (proof: () => Promise<AccountProof> | AccountProof) => Promise<void>;

interface SignatureProps extends Pick<WayProps, 'challenge' | 'way'> {
  isSending: boolean;
  prove: Prove;
}

function SignatureForm({ challenge: { message }, way: { address = '', scheme }, isSending, prove }: SignatureProps) {
  const own = useListingMessages();
  const browserWallets = useWallets(own.browserWallet);
  const wallets = scheme === 'eip-191' ? browserWallets : [];
  const signBy = (provider: Provider) => async () => ({
    signature: await signText(provider, message, address, own.otherAddress(address)),
  });
  const sendField = (form: HTMLFormElement) =>
    prove(() => ({ signature: String(new FormData(form).get('signature')).trim() }));
  return (
    <>
      <h3>{own.signature}</h3>
      <p>{own.signatureHint(address)}</p>
      {wallets.map(([name, provider]) => (
        <Action key={name} isSending={isSending} onClick={() => prove(signBy(provider))}>
          {own.signWith(name)}
        </Action>
      ))}
      <details open={wallets.length === 0}>
        <summary>{own.signElsewhere}</summary>
        <CopyBlock label={own.text} text={message} />
        <ActionForm onSend={sendField}>
          <Field label={own.signatureField} name="signature" required />
          <Submit isSending={isSending}>{isSending ? own.checking : own.send}</Submit>
        </ActionForm>
      </details>
    </>
  );
}
