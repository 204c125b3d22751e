import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'souk-backend/postgres'
import { afterAll, expect, inject, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const sql = postgres({ ...inject('connection'), max: 1 })
afterAll(() => sql.end())

/** Functions that are kept although nothing here uses them. */
const KEPT: Readonly<Record<string, string>> = {
  'what Supabase offers to policies and clients of any application':
    'auth.role realtime.broadcast_changes realtime.send_binary storage.allow_any_operation storage.allow_only_operation storage.can_insert_object storage.extension storage.filename storage.foldername storage.get_common_prefix storage.list_objects_with_delimiter storage.search storage.search_v2',
  'what this backend offers to applications that compare pictures': 'storage.hamming_distance',
}

/** Called by a computed name: features/offers/api.ts. */
const BUILT_NAMES = ['accept_offer', 'decline_offer', 'withdraw_offer']

interface Routine {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly body: string
}

function textOf(pattern: string, exclude: RegExp): string {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !exclude.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
}

/** Code that calls functions: server, jobs, functions, pages and tools; and SQL that runs once. */
function callers(): string {
  const code = textOf(
    '{backend/src,marketplace,scripts}/**/*.{ts,tsx}',
    /\.test\.tsx?$|\/(tests|e2e|dist|node_modules)\/|database\.types\.ts$/,
  )
  const data = textOf('marketplace/database/reference-data/*.sql', /^$/)
  const schemas = textOf('{marketplace/database,backend}/schemas/**/*.sql', /\/(functions|views)\//)
  return [code, data, schemas.replace(/^(comment on|grant|revoke)[\s\S]*?;$/gm, '')].join('\n')
}

/** Names that look like a function or table with its schema. */
function namesIn(text: string): Set<string> {
  return new Set(text.match(/\b(public|private|auth|storage|realtime|rest)\.\w+/g))
}

test('every function is used by a policy, trigger, default, constraint, view, index, job or call', async () => {
  const routines = await sql<Routine[]>`
    select p.oid::integer, n.nspname as schema, p.proname as name, concat(p.prosrc, pg_get_function_sqlbody(p.oid)) as body
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'rest')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`
  expect(routines.length).toBeGreaterThan(300)
  const uses = await sql<{ user: number; used: number; is_function: boolean }[]>`
    select objid::integer as user, refobjid::integer as used, classid = 'pg_proc'::regclass as is_function
    from pg_depend where refclassid = 'pg_proc'::regclass`
  const text = callers()
  // Clients call functions of schema public by bare name.
  const quoted = new Set(text.match(/(?<=['"`/])\w+(?=['"`?(])/g))
  const qualified = namesIn(text)
  const isCalled = ({ schema, name }: Routine) =>
    qualified.has(`${schema}.${name}`) || (schema === 'public' && (BUILT_NAMES.includes(name) || quoted.has(name)))

  const byOid = new Map(routines.map((routine) => [routine.oid, routine]))
  const byName = Map.groupBy(routines, ({ schema, name }) => `${schema}.${name}`)
  const called = Map.groupBy(uses, ({ user }) => user)
  const roots = uses.filter(({ is_function }) => !is_function).flatMap(({ used }) => byOid.get(used) ?? [])
  const waiting = [...roots, ...routines.filter(isCalled)]
  const reached = new Set<Routine>()
  for (let routine = waiting.pop(); routine; routine = waiting.pop()) {
    if (reached.has(routine)) continue
    reached.add(routine)
    waiting.push(...(called.get(routine.oid) ?? []).flatMap(({ used }) => byOid.get(used) ?? []))
    for (const name of namesIn(routine.body)) waiting.push(...(byName.get(name) ?? []))
  }
  const left = routines.filter((routine) => !reached.has(routine)).map(({ schema, name }) => `${schema}.${name}`)
  const kept = Object.values(KEPT).flatMap((list) => list.split(' '))
  expect([...new Set(left)].sort()).toEqual(kept.sort())
})
