-- Security definer: votes are closed. A second vote replaces the first.
create or replace function public.rate_help_article(article_id text, helpful boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  voter bytea;
begin
  perform private.refuse_if(not exists (select from public.help_articles article where article.id = rate_help_article.article_id),
    'SK701', 'no_such_article');
  perform private.refuse_if(rate_help_article.helpful is null, 'SK702', 'vote_missing');
  select used.who into voter from private.who_uses(me) used where used.scope = case when me is null then 'device' else 'account' end;
  perform private.refuse_if(voter is null, 'SK703', 'browser_unnamed');
  perform private.consume_rate_limit(me, 'vote');
  insert into private.help_votes as known (article_id, voter, helpful) values (rate_help_article.article_id, voter, rate_help_article.helpful)
  on conflict on constraint help_votes_pkey do update set helpful = excluded.helpful, at = now();
end
$$;
comment on function public.rate_help_article(text, boolean) is 'Votes on whether an article helped. One vote per user or browser; voting again replaces it.';
grant execute on function public.rate_help_article(text, boolean) to anon, authenticated;
