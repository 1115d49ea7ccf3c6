-- What an operator says of a service: hidden, which is as good as gone for everybody but its owner, or an impostor, which
-- stays and is marked. Null: nothing. The log tells both, to the owner by webhook and to everybody as a change.
alter table services
  add column moderation text check (moderation in ('hidden', 'impostor')),
  add column moderation_reason text,
  add column moderated_at timestamptz (3);
create index services_moderated on services (moderated_at desc) where moderation is not null;

alter table changes
  add column moderation text check (moderation in ('hidden', 'impostor', 'restored')),
  add column moderation_reason text;

-- Who has done what as an operator. Rows are added, and never changed or removed, by whoever it is: the trigger fires for
-- superusers and for replication too.
create table audit_log (
  number bigint generated always as identity primary key,
  at timestamptz (3) not null default clock_timestamp(),
  actor text not null,
  action text not null,
  -- What it was done to: the id of a service, key or account, or the name of a node.
  subject text,
  reason text,
  detail jsonb
);
create index audit_log_subject on audit_log (subject, number desc);

create function refuse_to_edit() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_to_edit();
alter table audit_log enable always trigger audit_log_append_only;
revoke update, delete, truncate on audit_log from public;
