-- The log has replaced these tables (0023). Only versions before it have read them.
drop table pending_index, index_hold, endpoint_claims;
