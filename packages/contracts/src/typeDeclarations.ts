import type { TObject, TSchema } from '@sinclair/typebox';
import { AccountServicesQuery } from './accountServices.js';
import { Category, CurrencyInUse } from './category.js';
import { Change, ChangesPage, ChangesQuery, ServiceHistory } from './changes.js';
import { CheckResult } from './check.js';
import { CheckHistory, CheckHistoryQuery } from './checkHistory.js';
import { Facets, PriceQuartiles, Stats } from './counts.js';
import { ExportDocument, ExportQuery } from './export.js';
import { Fault } from './faults.js';
import { ListQuery } from './listQuery.js';
import { MonitorSummary } from './monitorSummary.js';
import { Problem } from './problem.js';
import {
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
} from './searches.js';
import { Registration, Service, ServiceStatus, StatusRecord } from './service.js';
import { ServicePatch } from './servicePatch.js';
import { Settlement, SettlementsResult } from './settlements.js';
import { Trust } from './trust.js';
import { NewWebhook, TestDelivery, Webhook, WebhookDeliveriesQuery, WebhookDelivery } from './webhook.js';

const declared = {
  ServiceStatus,
  Registration,
  ServicePatch,
  Service,
  StatusRecord,
  ListQuery,
  AccountServicesQuery,
  KeywordSearchQuery,
  KeywordSearchResult,
  IntentSearchQuery,
  IntentSearchResult,
  Category,
  CurrencyInUse,
  Facets,
  PriceQuartiles,
  Stats,
  Change,
  ChangesPage,
  ChangesQuery,
  ServiceHistory,
  Settlement,
  SettlementsResult,
  Trust,
  CheckHistoryQuery,
  CheckHistory,
  MonitorSummary,
  NewWebhook,
  Webhook,
  TestDelivery,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  CheckResult,
  ExportDocument,
  ExportQuery,
  Fault,
  Problem,
};

const names = new Map(Object.entries(declared).map(([name, schema]) => [JSON.stringify(schema), name]));
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

const nameOrType = (schema: TSchema, indent: string) =>
  names.get(JSON.stringify(schema)) ??
  (isFoundService(schema) ? found(schema, indent) : typeOf(schema, indent));

/** A service, or one as a search gives it, with more than the service has. */
const isFoundService = (schema: TSchema): schema is TObject =>
  schema.type === 'object' && Object.keys(Service.properties).every((name) => name in schema.properties);

function found({ properties, required = [] }: TObject, indent: string): string {
  const own = Object.entries(properties).filter(([name]) => !(name in Service.properties));
  return own.length === 0 ? 'Service' : `Service & ${membersType(own, required, indent)}`;
}

function typeOf(schema: TSchema, indent: string): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => nameOrType(one, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = nameOrType(schema.items, indent);
      return /^[^{]* [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema as TObject, indent);
    default:
      throw new Error(`No TypeScript is known for the schema ${JSON.stringify(schema)}`);
  }
}

const objectType = ({ properties, required = [] }: TObject, indent: string): string =>
  membersType(Object.entries(properties), required, indent);

function membersType(properties: [string, TSchema][], required: string[], indent: string): string {
  const inner = `${indent}  `;
  const members = properties.map(([name, property]) => {
    const comment = property.description ? `${inner}/** ${property.description} */\n` : '';
    return `${comment}${inner}${name}${required.includes(name) ? '' : '?'}: ${nameOrType(property, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

/** What clients send and get as plain TypeScript, for who has nothing of this repository. */
export function typeDeclarations(): string {
  const declarations = Object.entries(declared).map(([name, schema]) => {
    const type = typeOf(schema, '');
    return type.startsWith('{') && type.endsWith('}')
      ? `export interface ${name} ${type}\n`
      : `export type ${name} = ${type};\n`;
  });
  return `// Made from the contracts by \`npm run openapi\`; a test holds the two together.\n\n${declarations.join('\n')}`;
}
