-- A changed rule has a higher version; the previous one is kept as retired, and so is a removed one.
update public.scam_rules kept set retired_at = now()
where kept.retired_at is null
  and not exists (select from pg_temp.given where given.id = kept.id and given.version = kept.version);
insert into public.scam_rules (id, version, pattern, signals, weight, action)
select id, version, pattern, signals, weight, action from pg_temp.given
on conflict (id, version) do nothing;
