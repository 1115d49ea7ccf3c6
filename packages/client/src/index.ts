export { type ClientOptions, createClient, type DirectoryClient } from './createClient.js';
export type { FollowedChange } from './followChanges.js';
export type { ListPage } from './listPage.js';
export type { CallOptions } from './methods.js';
export { ProblemError } from './problemError.js';
export type * from './schemas.js';
