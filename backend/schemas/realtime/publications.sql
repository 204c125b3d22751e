-- The log of broadcasts, which every process follows.
create publication supabase_realtime_messages_publication
  for table realtime.messages with (publish = 'insert', publish_via_partition_root = true);

do $$
begin
  -- Empty: owners add tables with `alter publication supabase_realtime add table ...`.
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime with (publish = 'insert, update, delete', publish_via_partition_root = true);
  end if;
end
$$;

-- The partitions of the first days; a job creates the next ones.
select realtime.maintain_partitions();
