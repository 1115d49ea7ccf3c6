import * as read from './readRoutes.js';
import type { RouteContract } from './routeContract.js';
import * as write from './writeRoutes.js';

/** Every public route, by the group that it is shown in and its name in the OpenAPI document. */
const groups: Record<string, Record<string, RouteContract>> = {
  Find: {
    listServices: read.listServices,
    searchIntent: read.searchIntent,
    searchCatalog: read.searchCatalog,
    readFacets: read.readFacets,
    listCategories: read.listCategories,
    listCurrencies: read.listCurrencies,
  },
  'One service': {
    getService: read.getService,
    getServiceStatus: read.getServiceStatus,
    getServiceTrust: read.getServiceTrust,
    getCheckHistory: read.getCheckHistory,
    getServiceHistory: read.getServiceHistory,
  },
  Publish: {
    registerService: write.registerService,
    previewRegistrations: write.previewRegistrations,
    registerOrigin: write.registerOrigin,
    checkAddress: write.checkAddress,
    editService: write.editService,
    removeService: write.removeService,
    checkService: write.checkService,
    listAccountServices: write.listAccountServices,
  },
  Webhooks: {
    setWebhook: write.setWebhook,
    getWebhook: write.getWebhook,
    removeWebhook: write.removeWebhook,
    testWebhook: write.testWebhook,
    listWebhookDeliveries: write.listWebhookDeliveries,
  },
  'Whole catalog': {
    listChanges: read.listChanges,
    exportCatalog: read.exportCatalog,
    readStats: read.readStats,
  },
  'x402 discovery': {
    listResources: read.listResources,
    listMerchant: read.listMerchant,
    searchResources: read.searchResources,
  },
  'Facilitators and operators': {
    reportSettlements: write.reportSettlements,
    getMonitorSummary: write.getMonitorSummary,
  },
};

export interface NamedRoute extends RouteContract {
  operationId: string;
  tag: string;
}

export const routes: readonly NamedRoute[] = Object.entries(groups).flatMap(([tag, group]) =>
  Object.entries(group).map(([operationId, route]) => ({ ...route, operationId, tag })),
);
