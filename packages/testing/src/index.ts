// tap has every process that a test starts load what watches it, which takes longer than most of them take to start.
delete process.env.NODE_OPTIONS;

export { isRunning } from '@shirube/local-postgres';
export { type DirectoryClient, directoryClient, type Posted } from './directoryClient.js';
export { type EventStream, listenToEvents } from './eventStream.js';
export { type MeilisearchAccess, meilisearch, startMeilisearch } from './meilisearch.js';
export { type RawConnection, rawConnection } from './rawConnection.js';
export { redisUrl, startRedis } from './redis.js';
export { registration, solanaWallet, wallet } from './registration.js';
export { startDirectory, type TestDirectory } from './startDirectory.js';
export { type StartProcessOptions, startProcess, type TestProcess } from './startProcess.js';
export { type SwitchableAddress, switchableAddress } from './switchableAddress.js';
export { temporaryDirectory } from './temporaryDirectory.js';
export type { TestContext } from './testContext.js';
export { testDatabaseUrl } from './testDatabaseUrl.js';
export type { TestServer } from './testServer.js';
export { type UntilOptions, until } from './until.js';
