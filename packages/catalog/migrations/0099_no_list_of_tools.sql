-- Only /v0.1/servers, which is no longer served, listed the tools of MCP servers.
drop index services_of_tools;
