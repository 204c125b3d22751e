-- With the caller's rights.
create or replace function public.record_provenance(listing_id uuid, fields jsonb) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.refuse_if(jsonb_typeof(fields) is distinct from 'object' or (select count(*) from jsonb_object_keys(fields)) > 60,
    'SK134', 'bad_provenance');
  delete from public.listing_provenance known where known.listing_id = listing_id;
  insert into public.listing_provenance (listing_id, field, source, confidence, confirmed_at)
  select listing_id, field, said ->> 'source', (said ->> 'confidence')::real, coalesce((said ->> 'confirmed_at')::timestamptz, now())
  from jsonb_each(fields) as given (field, said);
end
$$;
comment on function public.record_provenance(uuid, jsonb) is 'Replaces the record of which fields of the caller''s ad came from suggestions: {"title": {"source": "photo", "confidence": 0.82, "confirmed_at": "..."}}.';
grant execute on function public.record_provenance(uuid, jsonb) to authenticated;
