-- Monthly moderation figures (DSA Art. 15 and 24), precomputed by a job.

create table public.transparency_months (
  month date primary key check (extract(day from month) = 1),
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  counted_at timestamptz not null default now()
);
comment on table public.transparency_months is 'Reports, decisions and appeals by month (UTC). Counted by private.count_transparency(); final once counted after the month.';
comment on column public.transparency_months.figures is 'Counts; null stands for 1 to 4, which could identify someone. Kinds below five are omitted.';

alter table public.transparency_months enable row level security;
create policy "everybody reads the figures of each month" on public.transparency_months
  for select to anon, authenticated using (true);
revoke all on public.transparency_months from anon, authenticated;
grant select on public.transparency_months to anon, authenticated;
