export { type ClientOptions, createClient, type DirectoryClient } from './createClient.js';
export type { ListPage } from './listPage.js';
export { ProblemError } from './problemError.js';
export type { AnswerOptions, EditOptions, RegisterOptions } from './register.js';
export type * from './types.js';
