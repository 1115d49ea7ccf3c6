-- When the webhook of an account was tested last. It outlives the webhook, so that removing it does not allow another test.
alter table accounts add column webhook_tested_at timestamptz;
