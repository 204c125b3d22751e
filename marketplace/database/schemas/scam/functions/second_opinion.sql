-- Features of the second classifier. Only the start of a long message counts.
create or replace function private.opinion_features(words text[], found text[], heard tsvector[]) returns text[]
language sql immutable set search_path = ''
return array(
  with word (word, place) as (
    select word, place from unnest(words[1:150]) with ordinality as said (word, place)
  )
  select word from word where word <> 'zz'
  union
  select word || ' ' || coalesce(lead(word) over (order by place), 'zz') from word
  union
  select left(word, 5) || '*' from word where char_length(word) > 5
  union
  select ':' || signal from unnest(found) as signal
  union
  select ':' || signal from unnest(heard) as stretch, unnest(tsvector_to_array(stretch)) as signal
  union
  -- Each action that is requested, done or refused, combined with each other concept of the window: do_pay+away.
  select least(signal, other) || '+' || greatest(signal, other)
  from unnest(heard) as stretch,
    lateral (select tsvector_to_array(stretch) || found) as said (signals),
    unnest(said.signals) as signal, unnest(said.signals) as other
  where signal <> other and (signal ^@ 'do_' or signal ^@ 'dont_'
    or signal in ('paid', 'receive', 'got', 'pending', 'surplus', 'refuse', 'told', 'on_sight'))
);

-- The classifier's result as signals for the rules: seems_bad, also surely_bad; seems_good; or none.
create or replace function private.second_opinion(features text[]) returns text[]
language sql stable set search_path = ''
return (
  select case when odds >= 1.5 then '{seems_bad,surely_bad}'::text[] when odds >= 1 then '{seems_bad}' when odds <= -1 then '{seems_good}' else '{}' end
  from (
    select coalesce(sum(known.weight) / sqrt(count(*)), 0) + (select weight from private.scam_weights where feature = '*') as odds
    from unnest(features) as feature left join private.scam_weights known using (feature)
  ) as learned
);
