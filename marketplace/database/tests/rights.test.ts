import { randomUUID } from 'node:crypto'
import postgres, { type TransactionSql } from 'souk-backend/postgres'
import { effectiveClaims } from 'souk-backend/testing'
import { describe, expect, test } from 'vitest'
import { APP_SCOPES } from '../../contract/app-scopes.ts'
import { type Market, onMarket, type Person } from './database.ts'
import {
  APPLICATIONS_READ,
  NEEDS_MORE_THAN_ITS_CALLER,
  PRIVATE_TO_THEIR_WRITER,
  VISITORS_CALL,
  VISITORS_READ,
} from './reviewed-rights.ts'

const APPLICATIONS = { role: 'application', scopes: APP_SCOPES }

type Statement = (sql: TransactionSql) => Promise<readonly unknown[]>
type Claims = Readonly<Record<string, unknown>>

/** Runs a statement with these claims and their role, as the data API does. @returns its rows, or the code of its refusal */
async function runWithClaims(
  { owner }: Market,
  claims: Claims,
  statement: Statement,
): Promise<readonly unknown[] | string> {
  try {
    const answer = await owner.savepoint(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${String(claims.role)}, true)`
      const rows = await statement(sql)
      await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
      return { rows }
    })
    return answer.rows
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.code
    throw error
  }
}

const tokenOf = (person: Person) => ({ sub: person.id, role: 'authenticated', aal: 'aal1', session_id: randomUUID() })

/** The effective claims of a session that has passed only the password of an account with a second factor. */
const owingFactor = (person: Person) =>
  effectiveClaims(tokenOf(person), { applicationScopes: null, hasFactor: true }, APPLICATIONS)

const application = (person: Person, ...applicationScopes: string[]) =>
  effectiveClaims({ ...tokenOf(person), client_id: 'ledger' }, { applicationScopes, hasFactor: false }, APPLICATIONS)

/** Functions and tables that a role can access in the exposed schemas. */
async function reachableBy({ owner }: Market, role: string) {
  const functions = await owner<{ name: string }[]>`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(${role}, p.oid, 'execute') order by 1`
  const tables = await owner<{ name: string; columns: string; writes: boolean }[]>`
    select c.relname as name, string_agg(a.attname, ' ' order by a.attnum) filter (
        where has_column_privilege(${role}, c.oid, a.attnum, 'select')) as columns,
      has_any_column_privilege(${role}, c.oid, 'insert, update') or has_table_privilege(${role}, c.oid, 'delete, truncate') as writes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      and (has_any_column_privilege(${role}, c.oid, 'select, insert, update') or has_table_privilege(${role}, c.oid, 'delete, truncate'))
    group by c.oid, c.relname order by 1`
  return { functions: functions.map(({ name }) => name), tables }
}

/** Policies on files and realtime channels that apply to a role. */
const policiesFor = ({ owner }: Market, role: string) => owner`
  select polname from pg_policy
  where polrelid in ('storage.objects'::regclass, 'storage.buckets'::regclass, 'realtime.messages'::regclass)
    and (0 = any(polroles) or ${role}::regrole = any(polroles)) and polpermissive`

describe('a session that owes its second factor', () => {
  test('is a visitor, and reaches no function, table or column that is not on the reviewed list', () =>
    onMarket(async (market) => {
      const claims = owingFactor(await market.person())
      expect(claims).toMatchObject({ role: 'anon' })
      expect(claims).not.toHaveProperty('sub')
      const { functions, tables } = await reachableBy(market, 'anon')
      expect(functions).toEqual(Object.keys(VISITORS_CALL).sort())
      expect(Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))).toEqual(
        Object.fromEntries(Object.entries(VISITORS_READ).map(([name, [columns]]) => [name, columns])),
      )
      expect(tables.filter(({ writes }) => writes)).toEqual([])
      expect(await policiesFor(market, 'anon')).toEqual([])
    }))

  test('cannot write, reveal secrets or manage sessions', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
      const ad = await market.adOf(anna)
      const talk = await market.talkAbout(ad, ben)
      const session = randomUUID()
      await market.owner`insert into auth.sessions (id, user_id, aal) values (${session}, ${anna.id}, 'aal2')`
      const actions: Statement[] = [
        (sql) => sql`select public.save_push_subscription('https://push.example/x', 'p', 'a')`,
        (sql) => sql`select public.show_handover_code(${talk})`,
        (sql) => sql`select public.reveal_message(${talk})`,
        (sql) => sql`select public.my_sessions()`,
        (sql) => sql`select public.end_session(${session})`,
        (sql) => sql`select public.my_personal_tokens()`,
        (sql) => sql`update public.listings set city = 'Faro', currency = 'JPY' where id = ${ad}`,
        (sql) => sql`delete from public.listing_photos where listing_id = ${ad}`,
        (sql) => sql`select * from public.listing_events where listing_id = ${ad}`,
        (sql) => sql`select * from public.messages`,
        (sql) => sql`insert into public.follows (seller_id) values (${ben.id})`,
      ]
      for (const action of actions)
        expect(await runWithClaims(market, owingFactor(anna), action)).toMatch(/^42(501|883)$/)
      const [kept] = await market.owner`select city, currency, photo_count from public.listings where id = ${ad}`
      expect(kept).toEqual({ city: 'Lisbon', currency: 'EUR', photo_count: 1 })
      expect(
        await runWithClaims(market, owingFactor(anna), (sql) => sql`select id from public.listings where id = ${ad}`),
      ).toEqual([{ id: ad }])
    }))
})

describe('an authorised application', () => {
  test('without a data scope is a visitor', () =>
    onMarket(async (market) => {
      const claims = application(await market.person(), 'openid', 'profile', 'email')
      expect(claims).toMatchObject({ role: 'anon', reduced: 'application' })
      expect(claims).not.toHaveProperty('sub')
    }))

  test('with a data scope reaches a closed list', () =>
    onMarket(async (market) => {
      const { functions, tables } = await reachableBy(market, 'application')
      expect(functions).toEqual([])
      expect(Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))).toEqual(APPLICATIONS_READ)
      expect(tables.filter(({ writes }) => writes).map(({ name }) => name)).toEqual(['listings'])
      expect(await policiesFor(market, 'application')).toEqual([])
      const [usage] = await market.owner`
        select has_schema_privilege('application', 'storage', 'usage') or has_schema_privilege('application', 'realtime', 'usage') as any`
      expect(usage).toEqual({ any: false })
    }))

  test('reads its user’s ads, writes drafts with that scope, and publishes nothing', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
      const [mine, theirs] = [await market.adOf(anna), await market.adOf(ben)]
      const reader = application(anna, 'ads:read')
      const writer = application(anna, 'email', 'drafts:write')
      const ads: Statement = (sql) => sql`select id from public.listings where state <> 'draft'`
      for (const claims of [reader, writer]) expect(await runWithClaims(market, claims, ads)).toEqual([{ id: mine }])
      const draft = randomUUID()
      const writes: Statement = (sql) =>
        sql`insert into public.listings (id, category, title) values (${draft}, 'armchairs', 'A chair from my app') returning id`
      expect(await runWithClaims(market, reader, writes)).toBe('42501')
      expect(await runWithClaims(market, writer, writes)).toEqual([{ id: draft }])
      const changes = (id: string): Statement => {
        return (sql) => sql`update public.listings set title = 'Another chair' where id = ${id} returning id`
      }
      expect(await runWithClaims(market, reader, changes(draft))).toEqual([])
      expect(await runWithClaims(market, writer, changes(draft))).toEqual([{ id: draft }])
      for (const id of [mine, theirs]) expect(await runWithClaims(market, writer, changes(id))).toEqual([])
      for (const action of [
        (sql) => sql`select public.publish_listing(${draft})`,
        (sql) => sql`select public.delete_my_account()`,
        (sql) => sql`select public.my_sessions()`,
        (sql) => sql`select public.site_figures()`,
        (sql) => sql`select * from public.profiles`,
        (sql) => sql`select * from public.messages`,
        (sql) => sql`select * from public.audit_log`,
      ] satisfies Statement[]) {
        expect(await runWithClaims(market, writer, action)).toBe('42501')
      }
    }))

  test('has no administrator rights and no sessions, even with role authenticated', () =>
    onMarket(async (market) => {
      const admin = await market.person('Ada')
      await market.owner`update public.profiles set role = 'admin' where id = ${admin.id}`
      const raw = { ...tokenOf(admin), client_id: 'ledger' }
      for (const action of [
        (sql) => sql`select public.site_figures()`,
        (sql) => sql`select public.my_sessions()`,
        (sql) => sql`select public.set_rate_limit('x', 'person', 0, '1 day', 1)`,
      ] satisfies Statement[]) {
        expect(await runWithClaims(market, raw, action)).toMatch(/^42/)
      }
      expect(await runWithClaims(market, raw, (sql) => sql`select * from public.audit_log`)).toEqual([])
      expect(await runWithClaims(market, raw, (sql) => sql`select public.delete_my_account()`)).toBe('SK004')
    }))
})

test('a proof is valid while its session lasts, and not after it ended', () =>
  onMarket(async (market) => {
    const anna = await market.person()
    const claims = { ...tokenOf(anna), amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] }
    await market.owner`insert into auth.sessions (id, user_id, aal) values (${claims.session_id}, ${anna.id}, 'aal1')`
    await market.owner`
      insert into auth.mfa_amr_claims (session_id, authentication_method) values (${claims.session_id}, 'password')`
    const proved: Statement = (sql) => sql`select private.has_proved_within('5 minutes') as proved`
    await market.owner`grant execute on function private.has_proved_within(interval) to authenticated`
    expect(await runWithClaims(market, claims, proved)).toEqual([{ proved: true }])
    await market.owner`delete from auth.sessions where id = ${claims.session_id}`
    expect(await runWithClaims(market, claims, proved)).toEqual([{ proved: false }])
    expect(await runWithClaims(market, claims, (sql) => sql`select public.delete_my_account()`)).toBe('SK004')
  }))

describe('an account that was recovered by email', () => {
  test('shows no badges and is trusted less for 72 hours', () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      await market.owner`update public.profiles set id_verified_at = now(), phone_verified_at = now(), trust_level = 3 where id = ${anna.id}`
      const badges = () => market.owner`
        select s.id_verified, s.phone_verified, private.trust_level(s.id) as trust from public.sellers s where s.id = ${anna.id}`
      expect(await badges()).toEqual([{ id_verified: true, phone_verified: true, trust: 3 }])
      await market.owner`update auth.users set recovered_at = now() where id = ${anna.id}`
      expect(await badges()).toEqual([{ id_verified: false, phone_verified: false, trust: 1 }])
      expect(await market.owner`select private.forget_recoveries() as n`).toEqual([{ n: 0 }])
      await market.owner`update private.recoveries set recovered_at = now() - interval '73 hours' where user_id = ${anna.id}`
      expect(await market.owner`select private.forget_recoveries() as n`).toEqual([{ n: 1 }])
      expect(await badges()).toEqual([{ id_verified: true, phone_verified: true, trust: 3 }])
    }))

  test('cannot send messages in the recovery session, and can after signing in again', () =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
      const ad = await market.adOf(ben)
      const claims = tokenOf(anna)
      await market.owner`insert into auth.sessions (id, user_id, aal) values (${claims.session_id}, ${anna.id}, 'aal1')`
      const shows = (method: string) => market.owner`
        insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
        values (${claims.session_id}, ${method}, now() + interval '1 second')`
      await market.owner`update auth.users set recovered_at = now() where id = ${anna.id}`
      await shows('otp')
      const writes: Statement = (sql) =>
        sql`select id from public.start_conversation(${ad}, 'Is the lamp still there?', ${randomUUID()})`
      expect(await runWithClaims(market, claims, writes)).toBe('SK005')
      expect(await runWithClaims(market, claims, (sql) => sql`select public.delete_my_account()`)).toBe('SK004')
      await shows('password')
      expect(await runWithClaims(market, claims, writes)).toHaveLength(1)
    }))
})

describe('a suspended or banned user', () => {
  test.each(['suspended', 'banned'])('cannot write anything that others see: %s', (standing) =>
    onMarket(async (market) => {
      const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
      const [mine, ad] = [await market.adOf(anna), await market.adOf(ben)]
      const actions: Statement[] = [
        (sql) => sql`update public.profiles set display_name = 'Anna of the market' where id = ${anna.id} returning id`,
        (sql) => sql`update public.profiles set bio = 'Write to me elsewhere' where id = ${anna.id} returning id`,
        (sql) => sql`update public.profiles set avatar_path = ${`${anna.id}/a.png`} where id = ${anna.id} returning id`,
        (sql) => sql`insert into public.follows (seller_id) values (${ben.id}) returning seller_id`,
        (sql) => sql`insert into public.favorites (listing_id) values (${ad}) returning listing_id`,
        (sql) => sql`insert into public.saved_searches (name, query) values ('Lamps', '{"q": "lamp"}') returning id`,
        (sql) =>
          sql`insert into storage.objects (bucket_id, name, owner_id) values ('avatars', ${`${anna.id}/${randomUUID()}.png`}, ${anna.id}) returning id`,
        (sql) => sql`update public.listings set title = 'A lamp of another kind' where id = ${mine} returning id`,
      ]
      const claims = tokenOf(anna)
      for (const action of actions) expect(await runWithClaims(market, claims, action), String(action)).toHaveLength(1)
      await market.owner`delete from public.follows where follower_id = ${anna.id}`
      await market.owner`delete from public.favorites where user_id = ${anna.id}`
      await market.owner`update public.profiles set standing = ${standing} where id = ${anna.id}`
      for (const action of actions)
        expect(await runWithClaims(market, claims, action), String(action)).toMatch(/^(SK639|42501)$/)
      const locale: Statement = (sql) =>
        sql`update public.profiles set locale = 'de' where id = ${anna.id} returning id`
      expect(await runWithClaims(market, claims, locale)).toHaveLength(1)
    }),
  )

  test('every table that users write is guarded, except those that only their author sees', () =>
    onMarket(async ({ owner }) => {
      const open = await owner<{ name: string }[]>`
        select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and (has_any_column_privilege('authenticated', c.oid, 'insert, update'))
          and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.guard_writes'::regproc
            and encode(t.tgargs, 'escape') ~ '(^|000)standing')
        order by 1`
      expect(open.map(({ name }) => name).filter((name) => !(name in PRIVATE_TO_THEIR_WRITER))).toEqual([])
    }))
})

test('every function with elevated rights is on the reviewed list with its reason', () =>
  onMarket(async ({ owner }) => {
    const definers = await owner<{ name: string }[]>`
      select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`
    const reviewed = Object.values(NEEDS_MORE_THAN_ITS_CALLER).flatMap((names) => names.split(' '))
    expect(definers.map(({ name }) => name).sort()).toEqual(reviewed.sort())
  }))

test('policies ask who is calling once per statement, not once per row', () =>
  onMarket(async ({ owner }) => {
    const policies = await owner<{ name: string; rule: string }[]>`
      select tablename || ': ' || policyname as name, concat_ws(' ', qual, with_check) as rule from pg_policies`
    const perRow = policies.filter(({ rule }) =>
      /\b(?:auth|realtime|private)\.\w+\(\)/.test(
        rule.replace(/\( SELECT [\w.]+\((?:realtime\.\w+\(\))?\) AS \w+\)/g, ''),
      ),
    )
    expect(perRow.map(({ name }) => name)).toEqual([])
  }))
