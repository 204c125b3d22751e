-- What saved searches found is kept for 90 days, longer than an ad stands: an ad that is found again after that is news again.

create function private.forget_search_hits() returns integer
language plpgsql
set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from public.search_hits where found_at < now() - interval '90 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function private.forget_search_hits() is 'Ends what saved searches found more than 90 days ago; returns how many. For the nightly job.';
grant execute on function private.forget_search_hits() to service_role;
create index search_hits_found_at_idx on public.search_hits (found_at);
