import { useState } from 'preact/hooks';
import { useOwnKey } from '../ownKey.js';
import { useReferenceMessages } from './messages.js';
import type { Operation, Parameter } from './openApi.js';

/** The maximum number of characters of a response to show. */
const mostShown = 20_000;

/** Builds a request from the entered values; empty ones are left out. */
function requestOf({ method, path, parameters = [], requestBody }: Operation, entered: FormData, key: string) {
  const valuesIn = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name }): [string, string] => [name, String(entered.get(`${place} ${name}`) ?? '')])
      .filter(([, value]) => value !== '');
  const url = valuesIn('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const [type] = Object.keys(requestBody?.content ?? {});
  return new Request(valuesIn('query').length > 0 ? `${url}?${new URLSearchParams(valuesIn('query'))}` : url, {
    method,
    headers: {
      ...Object.fromEntries(valuesIn('header')),
      ...(key && { authorization: `Bearer ${key}` }),
      ...(type && { 'content-type': type }),
    },
    ...(type && { body: String(entered.get('body')) }),
  });
}

function formatBody(text: string): string {
  const cut = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  try {
    return JSON.stringify(JSON.parse(cut), null, 2);
  } catch {
    return cut;
  }
}

/** A form that sends the request for real and shows the response. */
export function TryIt({ operation }: { operation: Operation }) {
  const messages = useReferenceMessages();
  const { key = '' } = useOwnKey();
  const [result, setResult] = useState<{ title: string; text: string }>();
  const { operationId, parameters = [], requestBody, security } = operation;
  const [content] = Object.values(requestBody?.content ?? {});

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setResult({ title: messages.sending, text: '' });
    try {
      const entered = new FormData(event.currentTarget as HTMLFormElement);
      const response = await fetch(requestOf(operation, entered, security ? key : ''));
      const title = messages.answered(response.status, response.statusText);
      setResult({ title, text: formatBody(await response.text()) });
    } catch {
      setResult({ title: messages.unreachable, text: '' });
    }
  }

  return (
    <form class="reference-try" aria-label={`${messages.tryIt}: ${operationId}`} onSubmit={send}>
      <h4>{messages.tryIt}</h4>
      {parameters.map(({ in: place, name, required, schema }) => (
        <label key={`${place} ${name}`}>
          <code>{name}</code>
          <input name={`${place} ${name}`} required={required} placeholder={String(schema.examples?.[0] ?? '')} />
        </label>
      ))}
      {content && (
        <label>
          {messages.body}
          <textarea name="body" rows={12} spellcheck={false}>
            {JSON.stringify(content.example, null, 2)}
          </textarea>
        </label>
      )}
      {security && !key && <p class="help">{messages.needsKey}</p>}
      <button type="submit" class="button">
        {messages.send}
      </button>
      <p role="status">{result?.title}</p>
      {result?.text && <pre>{result.text}</pre>}
    </form>
  );
}
