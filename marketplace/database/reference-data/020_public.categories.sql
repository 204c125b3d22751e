-- Triggers copy names and fields to search. Changes by administrators are kept; a new category is placed by its parent. The triggers' work is done
-- once below, for all rows.
alter table public.categories disable trigger remember_new_words;

insert into public.categories as kept (slug, parent, level, sort, name, synonyms, synonyms_i18n, icon, risk_profile, expiry_days, allow_types, photo_min,
  leaf, attributes, ord_from, ord_to)
select slug, parent, level, sort, name, synonyms, synonyms_i18n, icon, risk_profile, expiry_days, allow_types, photo_min, leaf, attributes,
  ord_from + place.shift, ord_to + place.shift
from pg_temp.given, (select case when exists (select from public.categories) then 1000000000 else 0 end as shift) as place
where not exists (select from public.audit_log entry where entry.target = slug or starts_with(entry.target, slug || '/'))
on conflict (slug) do update set name = excluded.name, synonyms = excluded.synonyms, synonyms_i18n = excluded.synonyms_i18n,
  icon = excluded.icon, risk_profile = excluded.risk_profile, expiry_days = excluded.expiry_days, allow_types = excluded.allow_types,
  photo_min = excluded.photo_min, attributes = excluded.attributes
where (kept.name, kept.synonyms, kept.synonyms_i18n, kept.icon, kept.risk_profile, kept.expiry_days, kept.allow_types, kept.photo_min, kept.attributes)
  is distinct from (excluded.name, excluded.synonyms, excluded.synonyms_i18n, excluded.icon, excluded.risk_profile, excluded.expiry_days,
    excluded.allow_types, excluded.photo_min, excluded.attributes);

do $$
begin
  if exists (select from public.categories where ord_from > 1000000000) then
    perform private.renumber_categories();
  end if;
end
$$;

alter table public.categories enable trigger remember_new_words;

-- The vocabulary includes the categories' words, so that synonyms with typing errors are corrected too.
select private.learn_words('', string_agg(distinct said.value, ' '))
from pg_temp.given
cross join lateral (
  select value from jsonb_each_text(name)
  union all select unnest(synonyms)
  union all select called from jsonb_each(synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
  union all select said from jsonb_array_elements(attributes) as defined (attribute),
    jsonb_array_elements(attribute -> 'options') as offered (option),
    jsonb_array_elements_text(coalesce(option -> 'synonyms', '[]') || jsonb_build_array(option ->> 'label')) as said
) as said (value);
