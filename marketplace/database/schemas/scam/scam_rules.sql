create table public.scam_rules (
  id text not null,
  version integer not null check (version > 0),
  pattern text not null references public.scam_patterns,
  signals tsquery not null,
  weight integer not null check (weight between 0 and 100),
  action text not null check (action in ('allow', 'warn', 'mask', 'hold', 'block')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (id, version)
);
comment on column public.scam_rules.signals is 'Required signals: of scam_words, or found or known ones (mail, link, phone, young_account, ...).';
create unique index scam_rules_one_in_force on public.scam_rules (id) where retired_at is null;

alter table public.scam_rules enable row level security;
create policy "moderators read the rules" on public.scam_rules
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.scam_rules from anon, authenticated;
grant select on public.scam_rules to authenticated;
