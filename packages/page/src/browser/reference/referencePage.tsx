import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageProps } from '../definePage.js';
import { useMessages } from '../language/language.js';
import { FailureNotice } from '../notice.js';
import { useOwnKey } from '../ownKey.js';
import { Prose } from './fieldTable.js';
import { useReferenceMessages } from './messages.js';
import { type OpenApi, operationGroups } from './openApi.js';
import { OperationView } from './operationView.js';

const groupId = (group: string) => `group-${group.toLowerCase().replaceAll(/\W+/g, '-')}`;

/** The API reference, generated from the OpenAPI document. */
export function ReferencePage({ answer: { value: document, failure } }: PageProps<OpenApi>) {
  const messages = useReferenceMessages();
  const { loading } = useMessages();
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const target = window.document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
    target?.scrollIntoView();
    main.current?.classList.add('scripted');
  }, [document !== undefined]);
  return (
    <main ref={main} id="results" class="reference-page" tabIndex={-1}>
      <h1>{messages.title}</h1>
      <p>{messages.intro}</p>
      {failure && <FailureNotice failure={failure} />}
      {!failure && !document && <p role="status">{loading}</p>}
      {document && <Routes document={document} />}
    </main>
  );
}

function Routes({ document }: { document: OpenApi }) {
  const messages = useReferenceMessages();
  const { key = '', change } = useOwnKey();
  const groups = operationGroups(document);
  return (
    <>
      <p lang="en">
        <Prose text={document.info.description} />
      </p>
      <p>
        <a href="/openapi.json">{messages.document}</a> ({document.info.version})
      </p>
      <label class="reference-key">
        {messages.key}
        <input
          class="secret"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => change(currentTarget.value.trim() || undefined)}
        />
        <span class="help">{messages.keyHelp}</span>
      </label>
      <nav aria-label={messages.groups}>
        {groups.map(([group]) => (
          <a key={group} href={`#${groupId(group)}`}>
            {group}
          </a>
        ))}
      </nav>
      {groups.map(([group, operations]) => (
        <section key={group} id={groupId(group)} aria-label={group}>
          <h2>{group}</h2>
          {operations.map((operation) => (
            <OperationView key={operation.operationId} operation={operation} document={document} />
          ))}
        </section>
      ))}
    </>
  );
}
