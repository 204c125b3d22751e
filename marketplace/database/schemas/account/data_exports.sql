-- Data exports are expensive, so each user gets a few a day.

create table private.data_exports (
  user_id uuid not null references public.profiles on delete cascade,
  begun_at timestamptz not null default now()
);
comment on table private.data_exports is 'Data exports of the last day, to limit their number.';
create index data_exports_user_idx on private.data_exports (user_id, begun_at);

