import * as read from './readRoutes.js';
import type { RouteContract } from './routeContract.js';
import * as write from './writeRoutes.js';

/** Every public route. */
export const routes: readonly RouteContract[] = [
  read.listServices,
  read.getService,
  read.getServiceStatus,
  read.getServiceTrust,
  read.getCheckHistory,
  read.getServiceHistory,
  write.registerService,
  write.editService,
  write.removeService,
  write.checkService,
  write.listAccountServices,
  write.setWebhook,
  write.getWebhook,
  write.removeWebhook,
  write.testWebhook,
  write.listWebhookDeliveries,
  write.reportSettlements,
  write.getMonitorSummary,
  read.listChanges,
  read.searchCatalog,
  read.searchIntent,
  read.exportCatalog,
  read.listCategories,
  read.listCurrencies,
  read.readFacets,
  read.readStats,
  read.listResources,
  read.listMerchant,
  read.searchResources,
];
