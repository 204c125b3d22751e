-- Whether an article of the help was helpful: once per person, or per browser of a visitor.

create table private.help_votes (
  article_id text not null,
  voter bytea not null,
  helpful boolean not null,
  at timestamptz not null default now(),
  primary key (article_id, voter)
);
comment on table private.help_votes is 'The voter is a hash: of an account, or of the name that a browser made up for itself. No foreign key: articles come and go with versions.';

-- Security definer: votes are closed. Whoever changes their mind changes their one vote.
create function public.rate_help_article(article_id text, helpful boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  voter bytea;
  network bytea;
begin
  if not exists (select from public.help_articles article where article.id = rate_help_article.article_id) then
    raise exception using errcode = 'PT404', message = 'There is no such article.';
  elsif rate_help_article.helpful is null then
    raise exception using errcode = 'PT422', message = 'Say yes or no.';
  end if;
  select used.who into voter from private.who_uses(me) used where used.scope = case when me is null then 'device' else 'account' end;
  if voter is null then
    raise exception using errcode = 'PT422', message = 'Your browser did not say which one it is. Sign in to tell us.';
  end if;
  -- A browser can make up any number of names, its network not.
  select used.who into network from private.who_uses(null) used where used.scope = 'network';
  if me is null and network is not null then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('help_vote:' || encode(network, 'hex'), 0));
    if (select count(*) >= 60 from private.uses used where used.act = 'help_vote' and used.who = network and used.at > now() - interval '1 hour') then
      raise exception using errcode = 'PT429', message = 'That is a lot for one hour. Thank you; it goes on later.';
    end if;
    insert into private.uses (act, who) values ('help_vote', network);
  end if;
  insert into private.help_votes as known (article_id, voter, helpful) values (rate_help_article.article_id, voter, rate_help_article.helpful)
  on conflict on constraint help_votes_pkey do update set helpful = excluded.helpful, at = now();
end
$$;
comment on function public.rate_help_article(text, boolean) is 'Says whether an article helped. Counted once per person or browser; saying it again changes it.';
grant execute on function public.rate_help_article(text, boolean) to anon, authenticated;

-- Security definer: votes are closed.
create function public.help_figures() returns table (article_id text, question text, topic text, yes integer, no integer)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_role('moderator', 'admin');
  return query
    select article.id, article.question, article.topic,
      (count(*) filter (where vote.helpful))::integer, (count(*) filter (where not vote.helpful))::integer
    from private.help_votes vote join public.help_articles article on article.id = vote.article_id
    group by article.id
    order by count(*) filter (where not vote.helpful) desc, count(*) desc, article.id;
end
$$;
comment on function public.help_figures() is 'For moderators: which articles helped and which did not, the least helpful first.';
grant execute on function public.help_figures() to authenticated;
