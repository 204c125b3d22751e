import type { Sql } from './database.ts'

/** Record of what was applied to this database: migrations, which run once, and repeatable files, which are reapplied when they change. */
export const RECORD_TABLES = `
  do $$ begin
    if to_regclass('migrations.applied') is null then
      create schema if not exists migrations;
      create table migrations.applied (
        owner text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (owner, name)
      );
      create table migrations.repeatable (like migrations.applied including all);
    end if;
  end $$`

/** Checksums by file name. */
export async function recorded(
  session: Sql,
  table: 'applied' | 'repeatable',
  owner: string,
): Promise<Map<string, string>> {
  const rows = await session<{ name: string; checksum: string }[]>`
    select name, checksum from ${session(`migrations.${table}`)} where owner = ${owner}`
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Records that a file was applied, with its checksum. */
export async function record(
  session: Sql,
  table: 'applied' | 'repeatable',
  { owner, name, checksum }: { owner: string; name: string; checksum: string },
): Promise<void> {
  await session`
    insert into ${session(`migrations.${table}`)} (owner, name, checksum) values (${owner}, ${name}, ${checksum})
    on conflict (owner, name) do update set checksum = excluded.checksum, applied_at = now()`
}
