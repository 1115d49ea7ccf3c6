import type * as contracts from '@shirube/contracts';
import type * as own from '../dist/index.js';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Deep<T> = T extends object ? { [Name in keyof T]: Deep<T[Name]> } : T;
type Kept<One, Other> = Same<Deep<One>, Deep<Other>>;
type Holds<Guarantees extends true[]> = Guarantees;

/** Does not compile once a type of the client says anything else than the contract. */
export type ClientKeepsContract = Holds<
  [
    Kept<own.Registration, contracts.Registration>,
    Kept<own.ServicePatch, contracts.ServicePatch>,
    Kept<own.Service, contracts.Service>,
    Kept<own.ServiceDetail, contracts.ServiceDetail>,
    Kept<own.ServiceStatus, contracts.ServiceStatus>,
    Kept<own.StatusRecord, contracts.StatusRecord>,
    Kept<own.ServiceHistory, contracts.ServiceHistory>,
    Kept<own.ListQuery, contracts.ListQuery>,
    Kept<own.AccountServicesQuery, contracts.AccountServicesQuery>,
    Kept<own.Change, contracts.Change>,
    Kept<own.ChangesPage, contracts.ChangesPage>,
    Kept<own.ChangesQuery, contracts.ChangesQuery>,
    Kept<own.CheckHistory, contracts.CheckHistory>,
    Kept<own.CheckHistoryQuery, contracts.CheckHistoryQuery>,
    Kept<own.CheckResult, contracts.CheckResult>,
    Kept<own.KeywordSearchQuery, contracts.KeywordSearchQuery>,
    Kept<own.KeywordSearchResult, contracts.KeywordSearchResult>,
    Kept<own.IntentSearchQuery, contracts.IntentSearchQuery>,
    Kept<own.IntentSearchResult, contracts.IntentSearchResult>,
    Kept<own.ProvidersQuery, contracts.ProvidersQuery>,
    Kept<own.ProviderDetail, contracts.ProviderDetail>,
    Kept<own.ProviderSummary, contracts.ProviderSummary>,
    Kept<own.ServiceGroup, contracts.ServiceGroup>,
    Kept<own.KeywordSearchGroups, contracts.KeywordSearchGroups>,
    Kept<own.IntentSearchGroups, contracts.IntentSearchGroups>,
    Kept<own.Category, contracts.Category>,
    Kept<own.CurrencyInUse, contracts.CurrencyInUse>,
    Kept<own.Facets, contracts.Facets>,
    Kept<own.PriceQuartiles, contracts.PriceQuartiles>,
    Kept<own.Stats, contracts.Stats>,
    Kept<own.ExportQuery, contracts.ExportQuery>,
    Kept<own.ExportDocument, contracts.ExportDocument>,
    Kept<own.MonitorSummary, contracts.MonitorSummary>,
    Kept<own.Settlement, contracts.Settlement>,
    Kept<own.SettlementsResult, contracts.SettlementsResult>,
    Kept<own.Trust, contracts.Trust>,
    Kept<own.Webhook, contracts.Webhook>,
    Kept<own.NewWebhook, contracts.NewWebhook>,
    Kept<own.Fault, contracts.Fault>,
    Kept<own.Problem, contracts.Problem>,
  ]
>;
