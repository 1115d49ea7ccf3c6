import type { CommandEntry } from './defineCommand.js';

/** Every command. A command is loaded when it is called, so that help and completion answer at once. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'keys create',
    summary: 'issue an API key',
    changes: true,
    load: () => import('./commands/keysCreate.js'),
  },
  { path: 'keys list', summary: 'list the API keys', load: () => import('./commands/keysList.js') },
  {
    path: 'keys revoke',
    summary: 'end an API key for good',
    changes: true,
    load: () => import('./commands/keysRevoke.js'),
  },
  {
    path: 'accounts create',
    summary: 'make an account, whose keys share what they register',
    changes: true,
    load: () => import('./commands/accountsCreate.js'),
  },
  {
    path: 'accounts list',
    summary: 'list the accounts with their keys and services',
    load: () => import('./commands/accountsList.js'),
  },
  {
    path: 'accounts set',
    summary: 'change the name or the contact of an account',
    changes: true,
    load: () => import('./commands/accountsSet.js'),
  },
  {
    path: 'accounts webhook',
    summary: 'say where an account is told of changes of status',
    changes: true,
    load: () => import('./commands/accountsWebhook.js'),
  },
  {
    path: 'import',
    summary: 'load services from NDJSON',
    changes: true,
    load: () => import('./commands/import.js'),
  },
  {
    path: 'mirror',
    summary: 'take over what another Shirube or an x402 facilitator has',
    changes: true,
    load: () => import('./commands/mirror.js'),
  },
  { path: 'export', summary: 'write the whole catalog as JSON', load: () => import('./commands/export.js') },
  {
    path: 'services list',
    summary: 'list services, the newest first',
    load: () => import('./commands/servicesList.js'),
  },
  {
    path: 'services search',
    summary: 'find services by part of a name, endpoint or address',
    load: () => import('./commands/servicesSearch.js'),
  },
  {
    path: 'services show',
    summary: 'show a service and its status record',
    load: () => import('./commands/servicesShow.js'),
  },
  {
    path: 'services edit',
    summary: 'change what the owner of a service says of it',
    changes: true,
    load: () => import('./commands/servicesEdit.js'),
  },
  {
    path: 'services set',
    summary: 'change the status or trust of a service',
    changes: true,
    load: () => import('./commands/servicesSet.js'),
  },
  {
    path: 'services release',
    summary: 'let checks decide again on status and trust',
    changes: true,
    load: () => import('./commands/servicesRelease.js'),
  },
  {
    path: 'services assign',
    summary: 'hand services over to an account',
    changes: true,
    load: () => import('./commands/servicesAssign.js'),
  },
  {
    path: 'services remove',
    summary: 'remove a service from the catalog',
    changes: true,
    load: () => import('./commands/servicesRemove.js'),
  },
  {
    path: 'monitor health',
    summary: 'show what checks have seen of the directory as a whole',
    load: () => import('./commands/monitorHealth.js'),
  },
  {
    path: 'settlements status',
    summary: 'count the settlements, and those that belong to no service',
    load: () => import('./commands/settlementsStatus.js'),
  },
  {
    path: 'monitor status',
    summary: 'show what the monitors do and see',
    load: () => import('./commands/monitorStatus.js'),
  },
  {
    path: 'monitor check',
    summary: 'check a service now',
    changes: true,
    load: () => import('./commands/monitorCheck.js'),
  },
  {
    path: 'monitor pause',
    summary: 'let no monitor begin another check',
    changes: true,
    load: () => import('./commands/monitorPause.js'),
  },
  {
    path: 'monitor resume',
    summary: 'let the monitors go on',
    changes: true,
    load: () => import('./commands/monitorResume.js'),
  },
  {
    path: 'category list',
    summary: 'list the categories in use',
    load: () => import('./commands/categoryList.js'),
  },
  {
    path: 'category label',
    summary: 'give a category its readable labels',
    changes: true,
    load: () => import('./commands/categoryLabel.js'),
  },
  {
    path: 'index status',
    summary: 'show how far search is behind the catalog',
    load: () => import('./commands/indexStatus.js'),
  },
  {
    path: 'index retry',
    summary: 'index again what the engine refused',
    changes: true,
    load: () => import('./commands/indexRetry.js'),
  },
  {
    path: 'index verify',
    summary: 'compare the search index with the catalog',
    load: () => import('./commands/indexVerify.js'),
  },
  {
    path: 'index rebuild',
    summary: 'build the search index anew, without downtime',
    changes: true,
    load: () => import('./commands/indexRebuild.js'),
  },
  {
    path: 'nodes list',
    summary: 'list the search nodes and how current each is',
    load: () => import('./commands/nodesList.js'),
  },
  {
    path: 'nodes drain',
    summary: 'take a search node out of rotation',
    load: () => import('./commands/nodesDrain.js'),
  },
  {
    path: 'nodes remove',
    summary: 'forget a search node that is gone',
    load: () => import('./commands/nodesRemove.js'),
  },
  {
    path: 'database reader',
    summary: 'make the Postgres role that can only read, for read APIs',
    changes: true,
    load: () => import('./commands/databaseReader.js'),
  },
  {
    path: 'engine keys',
    summary: 'make the keys that the services have in Meilisearch',
    changes: true,
    load: () => import('./commands/engineKeys.js'),
  },
  {
    path: 'doctor',
    summary: 'check every part and say what to do',
    load: () => import('./commands/doctor.js'),
  },
  {
    path: 'completion',
    summary: 'print a completion script for a shell',
    load: () => import('./commands/completion.js'),
  },
];
