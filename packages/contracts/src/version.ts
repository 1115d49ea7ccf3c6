/** The version of Shirube: of every package, of the OpenAPI document, of the MCP server and of the command line. */
export const version = '0.1.0';
