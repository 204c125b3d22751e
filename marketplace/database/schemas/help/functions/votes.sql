-- Security definer: votes are closed. Whoever changes their mind changes their one vote.
create or replace function public.rate_help_article(article_id text, helpful boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  voter bytea;
begin
  if not exists (select from public.help_articles article where article.id = rate_help_article.article_id) then
    raise exception using errcode = 'SK701', message = 'no_such_article';
  elsif rate_help_article.helpful is null then
    raise exception using errcode = 'SK702', message = 'vote_missing';
  end if;
  select used.who into voter from private.who_uses(me) used where used.scope = case when me is null then 'device' else 'account' end;
  if voter is null then
    raise exception using errcode = 'SK703', message = 'browser_unnamed';
  end if;
  perform private.take_allowance(me, 'vote');
  insert into private.help_votes as known (article_id, voter, helpful) values (rate_help_article.article_id, voter, rate_help_article.helpful)
  on conflict on constraint help_votes_pkey do update set helpful = excluded.helpful, at = now();
end
$$;
comment on function public.rate_help_article(text, boolean) is 'Says whether an article helped. Counted once per person or browser; saying it again changes it.';
grant execute on function public.rate_help_article(text, boolean) to anon, authenticated;
