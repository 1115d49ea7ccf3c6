import * as account from './accountRoutes.js';
import * as admin from './adminRoutes.js';
import * as claim from './claimRoutes.js';
import * as read from './readRoutes.js';
import type { RouteContract } from './routeContract.js';
import routeTexts from './routeTexts.json' with { type: 'json' };
import * as write from './writeRoutes.js';

const contracts: Record<string, RouteContract> = { ...read, ...write, ...claim, ...account, ...admin };

export interface NamedRoute extends RouteContract {
  operationId: string;
  /** The group in which the documentation shows the route. */
  tag: string;
  summary: string;
  description: string;
}

function named(operationId: string, tag: string, summary: string, description: readonly string[]): NamedRoute {
  const contract = contracts[operationId];
  if (!contract) throw new Error(`routeTexts.json describes ${operationId}, which is not a route`);
  return { ...contract, operationId, tag, summary, description: description.join(' ') };
}

/** Every public route with its texts, in the order and groups of routeTexts.json. */
export const routes: readonly NamedRoute[] = Object.entries(routeTexts).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, { summary, description }]) => named(name, tag, summary, description)),
);

const undescribed = Object.keys(contracts).filter((name) => !routes.some(({ operationId }) => operationId === name));
if (undescribed.length > 0) throw new Error(`routeTexts.json does not describe ${undescribed.join(', ')}`);
