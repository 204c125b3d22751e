-- Prohibited items as data: rules with name, reason and terms. `block` refuses an ad, `review` queues it, `warn` informs.

create table public.prohibited_rules (
  rule text primary key check (rule ~ '^[a-z][a-z_]{1,39}$'),
  name jsonb not null check (private.names_problem(name) is null),
  explanation jsonb not null check (char_length(explanation ->> 'en') between 10 and 400),
  sort smallint not null unique,
  active boolean not null default true
);
comment on table public.prohibited_rules is 'Items that must not be offered, or only after a review, with public texts per language.';

alter table public.prohibited_rules enable row level security;
create policy "everyone reads what may not be offered" on public.prohibited_rules
  for select to anon, authenticated using (active);
create policy "administrators read all rules" on public.prohibited_rules
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.prohibited_rules from anon, authenticated;
grant select on public.prohibited_rules to anon, authenticated;
