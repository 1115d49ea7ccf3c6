export type { DirectoryReads } from './directoryReads.js';
export { llmsText } from './llmsText.js';
export { createMcpEndpoint, type McpEndpoint } from './mcpEndpoint.js';
export type { ToolServerOptions } from './toolServer.js';
