create table public.tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null
);

create table public.members (
  user_id uuid primary key references auth.users on delete cascade,
  tenant_id uuid not null references public.tenants on delete cascade,
  role text not null default 'reader' check (role in ('reader', 'editor'))
);

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default (auth.jwt() ->> 'tenant_id')::uuid references public.tenants on delete cascade,
  title text not null
);

alter table public.tenants enable row level security;
alter table public.members enable row level security;
alter table public.documents enable row level security;

grant select on public.tenants to authenticated;
grant select, insert on public.documents to authenticated;
grant all on public.tenants, public.members to service_role;

create policy "own tenant" on public.tenants for select to authenticated
  using (id = ((select auth.jwt()) ->> 'tenant_id')::uuid);
create policy "documents of the tenant" on public.documents for select to authenticated
  using (tenant_id = ((select auth.jwt()) ->> 'tenant_id')::uuid);
create policy "editors write" on public.documents for insert to authenticated
  with check (tenant_id = ((select auth.jwt()) ->> 'tenant_id')::uuid and (select auth.jwt()) ->> 'user_role' = 'editor');
