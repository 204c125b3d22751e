-- Security definer: the table is closed.
create or replace function public.begin_data_export() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  taken integer;
  oldest timestamptz;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK001', 'data_export_signed_out');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('export:' || me, 0));
  delete from private.data_exports known where known.user_id = me and known.begun_at < now() - interval '1 day';
  select count(*), min(known.begun_at) into taken, oldest from private.data_exports known where known.user_id = me;
  perform private.refuse_if(taken >= 3,
    'SK002', 'data_exports_used_up',
      jsonb_build_object('hours', greatest(1, ceil(extract(epoch from oldest + interval '1 day' - now()) / 3600))));
  insert into private.data_exports (user_id) values (me);
end
$$;
comment on function public.begin_data_export() is 'Counts a data export; three a day. Called by the function export-my-data.';
grant execute on function public.begin_data_export() to authenticated;
