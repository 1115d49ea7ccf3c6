import type { AccountChallenge, AccountProof, Candidate, ProofWay, ProvenAccount } from '@shirube/contracts';
import { addressFamily } from '@shirube/domain/networks';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useSubmission } from '../account/useSubmission.js';
import { ActionForm, Field, Submit } from '../actionForm.js';
import { client } from '../directory.js';
import { useMessages } from '../language/language.js';
import { CopyBlock } from '../service/copyBlock.js';
import { useListingMessages } from './messages.js';
import { Step, StepRefusal } from './step.js';
import { signText, useWallets } from './wallet.js';

export interface ProofProps {
  url: string;
  candidates: readonly Candidate[];
  onProven: (account: ProvenAccount) => void;
}

/** Returns who is paid there, if that can be listed: one whose wallet a browser may have, if there is one. */
function payeeOf(candidates: readonly Candidate[]) {
  const accepts = candidates.flatMap((candidate) => (candidate.registration ? candidate.accepts : []));
  const way = accepts.find(({ network }) => addressFamily(network) === 'evm') ?? accepts[0];
  return way && { paymentAddress: way.payTo, network: way.network };
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
        <p class="actions">
          <button type="button" class="button primary" aria-disabled={isSending} onClick={open}>
            {own.start}
          </button>
        </p>
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

function Way({ challenge: { id, token, message }, way, onProven, onRenew }: WayProps) {
  const { isSending, refusal, send } = useSubmission();
  const prove = (proof: () => Promise<AccountProof> | AccountProof) =>
    send(async () => onProven(await client.proveAccount(id, await proof())));
  const parts = { isSending, prove, token, message };
  return (
    <div class="way">
      {way.way === 'signature' ? (
        <SignatureWay {...parts} {...way} />
      ) : (
        <TokenWay {...parts} way={way} kind={way.way} />
      )}
      <StepRefusal error={refusal} onRenew={onRenew} />
    </div>
  );
}

interface WayParts {
  isSending: boolean;
  prove: (proof: () => Promise<AccountProof> | AccountProof) => Promise<void>;
  token: string;
  message: string;
}

function TokenWay({ isSending, prove, token, way, kind }: WayParts & { way: ProofWay; kind: 'well-known' | 'dns' }) {
  const own = useListingMessages();
  const isFile = kind === 'well-known';
  return (
    <>
      <h3>{isFile ? own.file : own.dns}</h3>
      <p>{isFile ? own.fileHint : own.dnsHint}</p>
      <CopyBlock label={isFile ? own.url : own.name} text={way.url ?? way.name ?? ''} isLabelled />
      <CopyBlock label={own.token} text={token} isLabelled />
      <Act isSending={isSending} onClick={() => prove(() => ({ way: kind }))}>
        {isSending ? own.checking : own.checkNow}
      </Act>
    </>
  );
}

function SignatureWay({ isSending, prove, message, address = '', scheme }: WayParts & Omit<ProofWay, 'way'>) {
  const own = useListingMessages();
  const browserWallets = useWallets(own.browserWallet);
  const wallets = scheme === 'eip-191' ? browserWallets : [];
  const sendField = (form: HTMLFormElement) =>
    prove(() => ({ signature: String(new FormData(form).get('signature')).trim() }));
  return (
    <>
      <h3>{own.signature}</h3>
      <p>{own.signatureHint(address)}</p>
      {wallets.map(([name, provider]) => (
        <Act
          key={name}
          isSending={isSending}
          onClick={() =>
            prove(async () => ({ signature: await signText(provider, message, address, own.otherAddress(address)) }))
          }
        >
          {own.signWith(name)}
        </Act>
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

interface ActProps {
  isSending: boolean;
  onClick: () => unknown;
  children: ComponentChildren;
}

const Act = ({ isSending, onClick, children }: ActProps) => (
  <p class="actions">
    <button type="button" class="button" aria-disabled={isSending} onClick={onClick}>
      {children}
    </button>
  </p>
);
