create table private.assistant_turns (
  asker text not null,
  asked_at timestamptz not null default now()
);
comment on table private.assistant_turns is 'Who asked the assistant within the last hour: a user id, or a keyed hash of an address.';
create index assistant_turns_asker_idx on private.assistant_turns (asker, asked_at);

grant select, insert, delete on private.assistant_turns to service_role;
