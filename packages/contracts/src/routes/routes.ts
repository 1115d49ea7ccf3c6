import { catalogRoutes } from './catalogRoutes.js';
import { discoveryRoutes } from './discoveryRoutes.js';
import { findRoutes } from './findRoutes.js';
import { operatorRoutes } from './operatorRoutes.js';
import { publishRoutes } from './publishRoutes.js';
import type { RouteContract } from './routeContract.js';
import { serviceRoutes } from './serviceRoutes.js';
import { webhookRoutes } from './webhookRoutes.js';

/** The groups in which the documentation shows the routes, in its order. */
const groups: Record<string, Record<string, RouteContract>> = {
  Find: findRoutes,
  'One service': serviceRoutes,
  Publish: publishRoutes,
  Webhooks: webhookRoutes,
  'Whole catalog': catalogRoutes,
  'x402 discovery': discoveryRoutes,
  'Facilitators and operators': operatorRoutes,
};

/** Every public route, by its operation id. */
export const routes = {
  ...findRoutes,
  ...serviceRoutes,
  ...publishRoutes,
  ...webhookRoutes,
  ...catalogRoutes,
  ...discoveryRoutes,
  ...operatorRoutes,
};

export interface NamedRoute extends RouteContract {
  operationId: string;
  tag: string;
}

/** The same in the order of the documentation. */
export const routeList: readonly NamedRoute[] = Object.entries(groups).flatMap(([tag, group]) =>
  Object.entries(group).map(([operationId, route]) => ({ ...route, operationId, tag })),
);
