-- Attachments are [{path, name}] in the ticket's own folder only.
create or replace function private.admit_ticket_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(jsonb_typeof(new.attachments) <> 'array' or jsonb_array_length(new.attachments) > 3,
    'SK706', 'too_many_ticket_pictures');
  perform private.refuse_if(exists (select from jsonb_array_elements(new.attachments) as sent
      where case when jsonb_typeof(sent) = 'object' then sent - 'path' - 'name' <> '{}'
          or coalesce(jsonb_typeof(sent -> 'path'), '') <> 'string' or coalesce(jsonb_typeof(sent -> 'name'), '') <> 'string'
          or char_length(sent ->> 'name') > 255 or sent ->> 'path' !~ ('^' || new.ticket_id || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}$')
        else true end), 'SK707', 'pictures_of_other_ticket');
  return new;
end
$$;
create or replace trigger admit_ticket_pictures before insert on public.ticket_messages
  for each row when (new.attachments <> '[]') execute function private.admit_ticket_pictures();
