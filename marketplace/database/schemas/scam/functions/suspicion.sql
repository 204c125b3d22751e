-- The checker of /help/safety: checks a link or message like a chat message, with reasons. Nothing is fetched.

-- Security definer: the rules are closed; limits the length of texts.
create or replace function public.check_suspicion(said text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  judged private.judgement;
  known constant text[] := array_remove(array['new_account', 'first_message', private.protected_pay()], null);
begin
  perform private.refuse_if(coalesce(btrim(said), '') = '', 'SK704', 'nothing_to_check');
  perform private.refuse_if(char_length(said) > 2000, 'SK705', 'check_too_long');
  -- Judged as from an unknown sender, which is the typical case.
  judged := private.judge_text(said, known);
  return jsonb_build_object(
    'action', judged.action,
    'sentence', case when judged.action <> 'allow' then private.decisive_sentence(said, private.gravest_rule(judged), known) end,
    -- Rules that only add weight to others are omitted.
    'patterns', coalesce((select jsonb_agg(pattern order by first)
      from (select applied.value ->> 'pattern' as pattern, min(applied.ordinality) as first
        from jsonb_array_elements(judged.rules) with ordinality as applied
        join public.scam_rules rule on rule.id = applied.value ->> 'id' and rule.version = (applied.value ->> 'version')::integer
        where rule.action <> 'allow' group by 1) as found), '[]'),
    'hosts', coalesce((select jsonb_agg(jsonb_build_object('host', host, 'what', coalesce((
        select known.what from public.scam_domains known where host = known.domain or right(host, char_length(known.domain) + 1) = '.' || known.domain
        order by char_length(known.domain) desc limit 1), 'unknown')) order by at)
      from unnest(judged.hosts) with ordinality as named (host, at)), '[]'));
end
$$;
comment on function public.check_suspicion(text) is
  'The result for a text: {action, sentence, patterns: [id], hosts: [{host, what: own | carrier | map | unknown}]}.';
grant execute on function public.check_suspicion(text) to anon, authenticated;
