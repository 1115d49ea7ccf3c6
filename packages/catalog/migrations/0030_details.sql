-- What a registrant says of a service beside what the specification asks for: provider, documentationUrl, iconUrl, tags, call;
-- null when nothing. As JSON text, so that schemas and examples keep the order in which they were written.
alter table services add column details json;
