export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type DetailOptions,
  type DirectoryClient,
  type KeyOptions,
} from './createClient.js';
export type { FollowedChange } from './followChanges.js';
export type { ListPage } from './listPage.js';
export { ProblemError } from './problemError.js';
export type { AnswerOptions, EditOptions, RegisterOptions } from './register.js';
export type * from './schemas.js';
