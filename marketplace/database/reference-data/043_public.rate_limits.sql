-- Operators change these at run time: only new rows are added.
insert into public.rate_limits (action, scope, level, span, allowed)
select action, scope, level, span, allowed from pg_temp.given
on conflict do nothing;
