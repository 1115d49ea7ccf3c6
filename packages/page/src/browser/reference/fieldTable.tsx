import { useReferenceMessages } from './messages.js';
import { type OpenApi, resolveSchema, type Schema, typeName } from './openApi.js';

/** A text with code in backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part))}</>;
}

interface FieldTableProps {
  caption: string;
  fields: readonly { name: string; place?: string; required: boolean; description?: string; schema: Schema }[];
  document: OpenApi;
}

/** A table of parameters or object members: name, type and meaning. */
export function FieldTable({ caption, fields, document }: FieldTableProps) {
  const { required } = useReferenceMessages();
  return (
    <section class="reference-fields" aria-label={caption}>
      <h4>{caption}</h4>
      <dl>
        {fields.map(({ name, place, required: isRequired, description, schema }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code>{name}</code> <span>{[place, typeName(schema, document)].filter(Boolean).join(', ')}</span>
              {isRequired && <strong>{required}</strong>}
            </dt>
            <dd>
              <Prose text={description ?? resolveSchema(schema, document).description ?? ''} />
              <Members schema={schema} document={document} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The members of an object, or of the objects in an array; nothing for other types. */
export function Members({ schema, document }: { schema: Schema; document: OpenApi }) {
  const messages = useReferenceMessages();
  const whole = resolveSchema(schema, document);
  const { properties, required = [] } = whole.items ? resolveSchema(whole.items, document) : whole;
  if (!properties) return null;
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
  }));
  return (
    <details>
      <summary>{messages.members(fields.length)}</summary>
      <FieldTable caption={messages.fields} fields={fields} document={document} />
    </details>
  );
}
