create table private.webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  sealed text not null check (char_length(sealed) <= 1000),
  expires_at timestamptz
);
comment on table private.webhook_secrets is 'Encrypted by the server, with a key that the database does not have. A replaced secret keeps signing for 24 hours.';
create index webhook_secrets_webhook_idx on private.webhook_secrets (webhook_id);

