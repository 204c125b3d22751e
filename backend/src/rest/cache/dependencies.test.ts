import { expect, test } from 'vitest'
import { parseSnapshot } from '../../database/replication/snapshot.ts'
import type { Definition } from './definitions.ts'
import { DependencyFinder } from './dependencies.ts'

const table = (name: string, more: Partial<Definition> = {}): Definition => ({
  name,
  changedAs: `public.${name}`,
  text: '',
  parts: [],
  isLogged: true,
  ...more,
})
const procedure = (name: string, text: string): Definition => ({ ...table(name), changedAs: null, text })

function find(statement: string, list: Definition[], more: { unnamed?: string; isWatched?: boolean } = {}) {
  const definitions = { list, unnamed: '', isWatched: true, snapshot: parseSnapshot('1:1:'), ...more }
  const { tables, ...rest } = new DependencyFinder(definitions).find(statement)
  return { tables: [...tables].sort(), ...rest }
}

test('follows names through views, policies and functions to any depth', () => {
  const list = [
    table('books', { text: 'may_read(id)' }),
    table('loans'),
    table('shelf', { text: ' SELECT title FROM books ' }),
    table('unrelated'),
    procedure('may_read', 'select exists (select from public.loans)'),
  ]
  expect(find('select * from "public"."shelf" as "shelf"', list)).toEqual({
    tables: ['public.books', 'public.loans', 'public.shelf'],
    anything: false,
    keeping: 'normal',
  })
})

test('a partitioned table includes its partitions and their dependencies', () => {
  const list = [
    table('days', { parts: ['public.monday'] }),
    table('monday', { text: 'watcher()' }),
    procedure('watcher', 'select 1 from secrets'),
    table('secrets'),
  ]
  expect(find('"public"."days"', list).tables).toEqual(['public.days', 'public.monday', 'public.secrets'])
})

test('finds names that are not one word, and names in another case', () => {
  const list = [table('Big'), table('a "b" c'), table('two-words')]
  expect(find('from "public"."Big", "public"."a ""b"" c", "public"."two-words"', list).tables).toHaveLength(3)
  expect(find('select * from BIG', list).tables).toEqual(['public.Big'])
})

test('dynamic SQL may read anything', () => {
  const list = [procedure('search', "begin execute 'select 1 from ' || given; end"), table('books')]
  expect(find('"public"."search"($1)', list)).toMatchObject({ anything: true, keeping: 'short' })
})

test('time-dependent answers are cached briefly, request-dependent ones never', () => {
  const view = (text: string) => find('from "v"', [table('v', { text })]).keeping
  expect(view('select * from t where expires_at > now()')).toBe('short')
  expect(view('select reltuples from pg_class')).toBe('short')
  expect(view('select pg_catalog.lower(title) from books')).toBe('normal')
  expect(view("select current_setting('request.headers', true)::json")).toBe('never')
  expect(view('select * from books order by random()')).toBe('never')
})

test('answers from unlogged tables are never cached, and with unwatched definitions all are cached only briefly', () => {
  expect(find('"draft"', [table('draft', { isLogged: false })]).keeping).toBe('never')
  expect(find('"books"', [table('books')], { isWatched: false }).keeping).toBe('short')
})

test('functions behind operators count for every statement', () => {
  const list = [table('books'), table('ranks'), procedure('better', 'select from ranks')]
  expect(find('"books"', list, { unnamed: 'public.better' }).tables).toEqual(['public.books', 'public.ranks'])
})
