/** A member of an object that a schema describes. The names of nested members are joined by dots. */
interface ParameterRow {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

// Schemas come from sellers: nothing about their form is certain, and they may be nested without end.
const deepest = 5;
const members = (value: unknown): [string, unknown][] => Object.entries(Object(value));
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns a short name for the type of a value: its possible values, or its JSON type. */
function typeName(schema: unknown, depth = 0): string {
  const { type, enum: values, const: only, items, anyOf, oneOf } = Object(schema);
  const choices = [...listOf(values), ...(only === undefined ? [] : [only])];
  if (choices.length > 0) return choices.map((value) => JSON.stringify(value)).join(' | ');
  const variants = [...listOf(anyOf), ...listOf(oneOf)];
  if (depth < deepest && variants.length > 0) return variants.map((one) => typeName(one, depth + 1)).join(' | ');
  if (type === 'array') return `${depth < deepest && items ? typeName(items, depth + 1) : 'any'}[]`;
  return [type].flat().filter(Boolean).join(' | ') || 'any';
}

/** Returns the members that a JSON Schema of an object describes, nested ones included; none for other schemas. */
export function parameterRows(schema: unknown, prefix = '', depth = 0): ParameterRow[] {
  const { properties, required } = Object(schema);
  return members(properties).flatMap(([member, of]) => {
    const { description, type, items } = Object(of);
    const name = `${prefix}${member}`;
    const row = {
      name,
      type: typeName(of),
      isRequired: listOf(required).includes(member),
      description: typeof description === 'string' ? description : '',
    };
    if (depth === deepest) return [row];
    const nested =
      type === 'array' ? parameterRows(items, `${name}[].`, depth + 1) : parameterRows(of, `${name}.`, depth + 1);
    return [row, ...nested];
  });
}
