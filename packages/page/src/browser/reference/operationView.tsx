import { FieldTable, Members, Prose } from './fieldTable.js';
import { useReferenceMessages } from './messages.js';
import type { OpenApi, Operation } from './openApi.js';
import { TryIt } from './tryIt.js';

/** One route: what it does, its parameters and responses, and a form to try it. */
export function OperationView({ operation, document }: { operation: Operation; document: OpenApi }) {
  const messages = useReferenceMessages();
  const { operationId, method, path, summary, description, parameters = [], requestBody, security } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  return (
    <details class="reference-operation" id={operationId}>
      <summary>
        <h3>
          <span class="method">{method}</span> <code>{path}</code>
        </h3>
        <span>{summary}</span>
      </summary>
      <p lang="en">
        <Prose text={description} />
      </p>
      {security && <p class="help">{messages.needsKey}</p>}
      {parameters.length > 0 && (
        <FieldTable
          caption={messages.parameters}
          fields={parameters.map((parameter) => ({ ...parameter, place: parameter.in }))}
          document={document}
        />
      )}
      {body && (
        <section aria-label={messages.body}>
          <h4>{messages.body}</h4>
          <Members schema={body.schema} document={document} />
        </section>
      )}
      <Answers operation={operation} document={document} />
      <TryIt operation={operation} />
    </details>
  );
}

function Answers({ operation: { responses }, document }: { operation: Operation; document: OpenApi }) {
  const messages = useReferenceMessages();
  return (
    <section aria-label={messages.answers}>
      <h4>{messages.answers}</h4>
      {Object.entries(responses).map(([status, { description, content = {} }]) => {
        const [body] = Object.values(content);
        return (
          <details key={status}>
            <summary>
              <code>{status}</code> <span lang="en">{description}</span>
            </summary>
            {body && <Members schema={body.schema} document={document} />}
            {body?.example !== undefined && <pre>{JSON.stringify(body.example, null, 2)}</pre>}
          </details>
        );
      })}
    </section>
  );
}
