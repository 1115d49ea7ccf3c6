import { readFile } from 'node:fs/promises';
import type * as contracts from '@shirube/contracts';
import { typeDeclarations } from '@shirube/contracts';
import t from 'tap';
import type * as own from '../dist/index.js';

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Deep<T> = T extends object ? { [Name in keyof T]: Deep<T[Name]> } : T;
type Kept<One, Other> = Same<Deep<One>, Deep<Other>>;

/** Does not compile once a type of the client says anything else than the contract. */
const kept: {
  Registration: Kept<own.Registration, contracts.Registration>;
  ServicePatch: Kept<own.ServicePatch, contracts.ServicePatch>;
  Service: Kept<own.Service, contracts.Service>;
  StatusRecord: Kept<own.StatusRecord, contracts.StatusRecord>;
  ListQuery: Kept<own.ListQuery, contracts.ListQuery>;
  AccountServicesQuery: Kept<own.AccountServicesQuery, contracts.AccountServicesQuery>;
  ChangesPage: Kept<own.ChangesPage, contracts.ChangesPage>;
  ChangesQuery: Kept<own.ChangesQuery, contracts.ChangesQuery>;
  KeywordSearchQuery: Kept<own.KeywordSearchQuery, contracts.KeywordSearchQuery>;
  KeywordSearchResult: Kept<own.KeywordSearchResult, contracts.KeywordSearchResult>;
  IntentSearchQuery: Kept<own.IntentSearchQuery, contracts.IntentSearchQuery>;
  IntentSearchResult: Kept<own.IntentSearchResult, contracts.IntentSearchResult>;
  Category: Kept<own.Category, contracts.Category>;
  CurrencyInUse: Kept<own.CurrencyInUse, contracts.CurrencyInUse>;
  Facets: Kept<own.Facets, contracts.Facets>;
  Stats: Kept<own.Stats, contracts.Stats>;
  ExportQuery: Kept<own.ExportQuery, contracts.ExportQuery>;
  ExportDocument: Kept<own.ExportDocument, contracts.ExportDocument>;
  Problem: Kept<own.Problem, contracts.Problem>;
} = {
  Registration: true,
  ServicePatch: true,
  Service: true,
  StatusRecord: true,
  ListQuery: true,
  AccountServicesQuery: true,
  ChangesPage: true,
  ChangesQuery: true,
  KeywordSearchQuery: true,
  KeywordSearchResult: true,
  IntentSearchQuery: true,
  IntentSearchResult: true,
  Category: true,
  CurrencyInUse: true,
  Facets: true,
  Stats: true,
  ExportQuery: true,
  ExportDocument: true,
  Problem: true,
};

t.test('the types of the client are those of the contracts', async (t) => {
  const file = await readFile(new URL('../src/contract.ts', import.meta.url), 'utf8');
  t.equal(file, typeDeclarations(), 'run `npm run openapi` after a change of the contracts');
  for (const name of Object.keys(kept)) t.match(file, `export interface ${name} {`);
});
