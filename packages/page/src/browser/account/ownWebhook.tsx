import { ProblemError } from '@shirube/client';
import { useState } from 'preact/hooks';
import { ActionForm, Field } from '../actionForm.js';
import { Moment, Section } from '../admin/section.js';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { renameParameters } from '../oldAddresses.js';
import { useOrigin } from '../rendering.js';
import { useAnswer } from '../useAnswer.js';
import { readView, searchOf, viewAddress } from '../view.js';
import { useAccountMessages } from './messages.js';
import { Refusal } from './refusal.js';
import { useSubmission } from './useSubmission.js';

const deliveryLimit = 10;

/** Parses the pasted address of a search. Other texts give an empty search, which the API rejects. */
function pastedSearch(text: string) {
  const query = text.replace(/^[^?#]*/, '');
  return { search: searchOf(readView(renameParameters(query) ?? query)) };
}

/** The account's webhook: set, test and remove it, and list its deliveries. */
export function OwnWebhook({ apiKey }: { apiKey: string }) {
  const { webhook: own } = useAccountMessages();
  const [round, setRound] = useState(Date.now);
  const [secret, setSecret] = useState<string>();
  const { isSending, refusal, send } = useSubmission();
  const origin = useOrigin();
  const options = { key: apiKey };
  const answer = useAnswer(`own webhook ${round}`, async (signal) => {
    try {
      const webhook = await client.getWebhook({ ...options, signal });
      return {
        webhook,
        deliveries: await client.listWebhookDeliveries({ limit: deliveryLimit }, { ...options, signal }),
      };
    } catch (error) {
      if (error instanceof ProblemError && error.status === 404) return { webhook: undefined, deliveries: [] };
      throw error;
    }
  });
  const act = (work: () => Promise<unknown>) =>
    send(async () => {
      await work();
      setRound(Date.now());
    });
  const set = (form: HTMLFormElement) =>
    act(async () => {
      const fields = new FormData(form);
      const [url = '', pasted = ''] = ['url', 'search'].map((name) => String(fields.get(name)).trim());
      const { secret } = await client.setWebhook({ url, ...(pasted && pastedSearch(pasted)) }, options);
      setSecret(secret);
    });
  const remove = () =>
    act(async () => {
      await client.removeWebhook(options);
      setSecret(undefined);
    });

  return (
    <Section id="webhook" title={own.title} answer={answer}>
      {({ webhook, deliveries }) => (
        <>
          <p class="help">{own.hint}</p>
          <ActionForm onSend={set}>
            <Field label={own.url} name="url" defaultValue={webhook?.url ?? ''} required />
            <Field
              label={own.search}
              name="search"
              defaultValue={webhook?.search ? origin + viewAddress(webhook.search) : ''}
            />
            <p class="help">{own.searchHint}</p>
            <p class="actions">
              <button type="submit" class="button" aria-disabled={isSending}>
                {webhook ? own.change : own.set}
              </button>
              {webhook && (
                <>
                  <button
                    type="button"
                    class="button"
                    aria-disabled={isSending}
                    onClick={() => act(() => client.testWebhook(options))}
                  >
                    {own.test}
                  </button>
                  <button type="button" class="button" aria-disabled={isSending} onClick={remove}>
                    {own.remove}
                  </button>
                </>
              )}
            </p>
          </ActionForm>
          <Refusal error={refusal} />
          <div role="status">
            {secret && (
              <p class="done">
                {own.secret} <code>{secret}</code>
              </p>
            )}
          </div>
          {deliveries.length > 0 && (
            <FiguresTable
              label={own.deliveries}
              columns={[own.created, own.event, own.outcome]}
              rows={deliveries.map(({ createdAt, type, deliveredAt, failedAt, lastError }) => [
                <Moment at={createdAt} />,
                <code>{type}</code>,
                [deliveredAt ? own.delivered : failedAt ? own.failed : own.pending, lastError]
                  .filter(Boolean)
                  .join(': '),
              ])}
            />
          )}
        </>
      )}
    </Section>
  );
}
