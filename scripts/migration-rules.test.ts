import { expect, test } from 'vitest'
import { judgeMigration, migrationProblems } from './migration-rules.ts'

const rulesOf = async (sql: string) => (await judgeMigration(sql)).map(({ rule }) => rule)

test('the migrations after the baselines may run while the previous version is serving', async () => {
  expect(await migrationProblems()).toEqual([])
})

test.each([
  ['a column', 'alter table public.ads add column colour text;'],
  ['a column with a constant default', "alter table public.ads add column colour text not null default 'red';"],
  [
    'a table with its index',
    'create table public.shops (id uuid primary key, name text); create index on public.shops (name);',
  ],
  ['a function that changes', 'create or replace function public.one() returns integer language sql return 1;'],
  ['a constraint without a scan', 'alter table public.ads add constraint known check (price > 0) not valid;'],
  ['its validation afterwards', 'alter table public.ads validate constraint known;'],
  ['an index beside writers', '--! no-transaction\ncreate index concurrently ads_title_idx on public.ads (title);'],
  ['rows chosen by a condition', "update public.ads set state = 'sold' where state = 'gone';"],
  [
    'a column that no running version reads',
    '-- Unused since 1.4.\n-- squawk-ignore ban-drop-column\nalter table public.ads drop column town;',
  ],
  ['a function that no running version calls', '-- squawk-ignore drop-called-object\ndrop function public.one();'],
])('allows %s', async (_, sql) => {
  expect(await rulesOf(sql)).toEqual([])
})

test.each([
  ['a required column', 'alter table public.ads add column n integer not null;', 'adding-required-field'],
  ['a new name for a column', 'alter table public.ads rename column title to name;', 'renaming-column'],
  ['a new name for a table', 'alter table public.ads rename to offers;', 'renaming-table'],
  ['another type', 'alter table public.ads alter column price type bigint;', 'changing-column-type'],
  ['a dropped column', 'alter table public.ads drop column town;', 'ban-drop-column'],
  ['a dropped table', 'drop table public.ads;', 'ban-drop-table'],
  ['an index that stops writers', 'create index on public.ads (title);', 'require-concurrent-index-creation'],
  ['a check of all rows', 'alter table public.ads add constraint c check (price > 0);', 'constraint-missing-not-valid'],
  ['a scan for nulls', 'alter table public.ads alter column town set not null;', 'adding-not-nullable-field'],
  ['a dropped function', 'drop function public.one();', 'drop-called-object'],
  ['a renamed function', 'alter function public.one() rename to two;', 'rename-called-object'],
  ['a privilege taken away', 'revoke select on public.ads from anon;', 'revoke'],
  ['a lock', 'lock table public.ads;', 'lock-table'],
  ['a change of every row', "update public.ads set state = 'sold';", 'change-every-row'],
  ['an index beside writers in a transaction', 'create index concurrently i on public.ads (title);', 'no-transaction'],
])('refuses %s', async (_, sql, rule) => {
  expect(await rulesOf(sql)).toContain(rule)
})

test('names the line of the statement', async () => {
  const text = 'select 1;\n\n-- Why.\ndrop view public.shops;\n'
  expect(await judgeMigration(text)).toMatchObject([{ rule: 'drop-called-object', line: 4 }])
})
