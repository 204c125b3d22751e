create table private.function_calls (
  caller text not null,
  called_at timestamptz not null default now()
);
comment on table private.function_calls is 'Calls of the last hour that count towards a rate limit. The caller is the kind of call with a user id or a keyed hash of an address.';
create index function_calls_caller_idx on private.function_calls (caller, called_at);

grant select, insert, delete on private.function_calls to service_role;
