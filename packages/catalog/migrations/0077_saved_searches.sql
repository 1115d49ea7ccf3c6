-- The search whose new and changed services the webhook of an account is told of, besides its own; null: none.
alter table webhooks add column search jsonb;
