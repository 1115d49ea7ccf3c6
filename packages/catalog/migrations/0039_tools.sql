-- The services that are tools of MCP servers, by what is said of them first: few among many.
create index services_of_tools on services (id)
  where coalesce(details -> 'call', observed -> 'details' -> 'call', observed -> 'manifest' -> 'call') ->> 'type' = 'mcp';
