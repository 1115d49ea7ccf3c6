import type { AdminAccount, AdminKey, NewAdminKey } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { Refusal } from '../account/refusal.js';
import { ActionForm, Field, NewKey, RowAction, Submit } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin, useAdminAction } from './useAdmin.js';

const scopes = ['services:write', 'settlements:write', 'admin'] as const;

/** The keys with their scopes, expiry and last use, forms to issue and revoke them, and the accounts. */
export function Keys() {
  const own = useAdminMessages();
  const keys = useAdmin<AdminKey[]>('/api/admin/keys');
  const { value: accounts = [] } = useAdmin<AdminAccount[]>('/api/admin/accounts');
  return (
    <FoldedSection id="keys" title={own.keys} answer={keys}>
      {(issued) => (
        <>
          <KeyTable keys={issued} accounts={accounts} />
          <IssueKey accounts={accounts} />
          <h3>{own.accounts}</h3>
          <Accounts accounts={accounts} />
        </>
      )}
    </FoldedSection>
  );
}

function KeyTable({ keys, accounts }: { keys: readonly AdminKey[]; accounts: readonly AdminAccount[] }) {
  const own = useAdminMessages();
  const { isSending, refusal, act } = useAdminAction();
  const revoke = ({ id, name }: AdminKey) => {
    if (confirm(own.revokeQuestion(name))) void act('DELETE', `/api/admin/keys/${id}`);
  };
  return (
    <>
      <FiguresTable
        label={own.keys}
        columns={[own.name, own.account, own.scopes, own.expires, own.lastUsed, own.action]}
        rows={[...keys].reverse().map((key) => [
          key.name,
          accounts.find(({ id }) => id === key.accountId)?.name ?? key.accountId,
          key.scopes.join(', '),
          key.expiresAt ? <Moment at={key.expiresAt} /> : own.never,
          key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : own.never,
          key.revokedAt ? (
            own.revoked
          ) : (
            <RowAction label={own.revokeOf(key.name)} isSending={isSending} onClick={() => revoke(key)}>
              {own.revoke}
            </RowAction>
          ),
        ])}
      />
      <Refusal error={refusal} />
    </>
  );
}

function IssueKey({ accounts }: { accounts: readonly AdminAccount[] }) {
  const own = useAdminMessages();
  const { isSending, refusal, act } = useAdminAction();
  const [issued, setIssued] = useState<NewAdminKey>();
  const issue = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const days = String(fields.get('days') ?? '').trim();
    const body = {
      name: fields.get('name'),
      scopes: fields.getAll('scope'),
      ...(fields.get('account') ? { accountId: fields.get('account') } : {}),
      ...(days ? { expiresInDays: Number(days) } : {}),
    };
    void act<NewAdminKey>('POST', '/api/admin/keys', body, (key) => {
      setIssued(key);
      form.reset();
    });
  };
  return (
    <ActionForm onSend={issue}>
      <h3>{own.issueKey}</h3>
      <div class="fields">
        <Field label={own.keyName} name="name" required />
        <Field label={`${own.expiresInDays} (${own.optional})`} name="days" inputMode="numeric" />
        <Field
          label={own.account}
          name="account"
          options={{ '': own.newAccount, ...Object.fromEntries(accounts.map(({ id, name }) => [id, name])) }}
        />
      </div>
      <fieldset class="choices">
        <legend>{own.scopes}</legend>
        {scopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'services:write'} /> {scope}
          </label>
        ))}
      </fieldset>
      <Submit isPrimary isSending={isSending}>
        {own.issueKey}
      </Submit>
      <Refusal error={refusal} />
      <NewKey created={issued} message={own.issued} />
    </ActionForm>
  );
}

function Accounts({ accounts }: { accounts: readonly AdminAccount[] }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { isSending, refusal, act } = useAdminAction();
  const create = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const contact = fields.get('contact');
    const body = { name: fields.get('name'), ...(contact ? { contact } : {}) };
    void act('POST', '/api/admin/accounts', body, () => form.reset());
  };
  return (
    <>
      <FiguresTable
        label={own.accounts}
        columns={[own.name, own.contact, own.liveKeys, own.services]}
        rows={accounts.map(({ name, contact, liveKeys, services }) => [
          name,
          contact ?? '–',
          messages.number(liveKeys),
          messages.number(services),
        ])}
      />
      <ActionForm onSend={create}>
        <div class="fields">
          <Field label={own.accountName} name="name" required />
          <Field label={`${own.contact} (${own.optional})`} name="contact" />
        </div>
        <Submit isSending={isSending}>{own.createAccount}</Submit>
        <Refusal error={refusal} />
      </ActionForm>
    </>
  );
}
