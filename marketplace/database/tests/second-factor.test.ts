import postgres, { type TransactionSql } from 'souk-backend/postgres'
import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

/** Runs a statement in a session of this level, as the data API does. @returns its rows, or the code of its refusal */
async function at(
  level: 'aal1' | 'aal2',
  { owner }: Market,
  person: Person,
  statement: (sql: TransactionSql) => Promise<readonly unknown[]>,
): Promise<readonly unknown[] | string> {
  const claims = { sub: person.id, role: 'authenticated', aal: level, session_id: crypto.randomUUID() }
  try {
    const answer = await owner.savepoint(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
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

async function withFactor(market: Market, status: 'verified' | 'unverified'): Promise<Person> {
  const anna = await market.trusted('Anna')
  await market.owner`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${anna.id}, 'App', 'totp', ${status})`
  return anna
}

const ownProfile = (sql: TransactionSql) => sql`select display_name from public.profiles`

describe('an account with a second factor', () => {
  test('shows only public data after the password alone', () =>
    onMarket(async (market) => {
      const anna = await withFactor(market, 'verified')
      const ad = await market.adOf(await market.trusted('Ben'))
      expect(await at('aal1', market, anna, ownProfile)).toEqual([])
      expect(await at('aal2', market, anna, ownProfile)).toHaveLength(1)
      expect(
        await at('aal1', market, anna, (sql) => sql`select id from public.listings where id = ${ad}`),
      ).toHaveLength(1)
    }))

  test('refuses all actions after the password alone, through tables and functions', () =>
    onMarket(async (market) => {
      const anna = await withFactor(market, 'verified')
      const ben = await market.trusted('Ben')
      const [mine, theirs] = [await market.adOf(anna), await market.adOf(ben)]
      const actions = [
        (sql: TransactionSql) => sql`update public.listings set title = 'A stolen account' where id = ${mine}`,
        (sql: TransactionSql) => sql`select public.pause_listing(${mine})`,
        (sql: TransactionSql) => sql`
          select public.start_conversation(${theirs}, 'Is the lamp still there?', gen_random_uuid())`,
      ]
      for (const action of actions) expect(await at('aal1', market, anna, action)).toBe('SK006')
      for (const action of actions) expect(await at('aal2', market, anna, action)).not.toBe('SK006')
    }))

  test('can be used like a visitor after the password alone', () =>
    onMarket(async (market) => {
      const anna = await withFactor(market, 'verified')
      const ad = await market.adOf(await market.trusted('Ben'))
      expect(await at('aal1', market, anna, (sql) => sql`select public.record_view(${ad})`)).toHaveLength(1)
    }))
})

test('an unverified factor changes nothing', () =>
  onMarket(async (market) => {
    const begun = await withFactor(market, 'unverified')
    const plain = await market.person('Plain')
    expect(await at('aal1', market, begun, ownProfile)).toHaveLength(1)
    expect(await at('aal1', market, plain, ownProfile)).toHaveLength(1)
  }))

test('every table with private rows requires the second factor', () =>
  onMarket(async ({ owner }) => {
    const open = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r'
        and has_any_column_privilege('authenticated', c.oid, 'select') and not has_any_column_privilege('anon', c.oid, 'select')
        and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
      order by 1`
    // Readable by every signed-in user.
    const common = [
      'rate_limits',
      'listing_events',
      'notification_groups',
      'notification_kinds',
      'prohibited_terms',
      'scam_rules',
    ]
    expect(open.map(({ name }) => name).filter((name) => !common.includes(name))).toEqual([])
  }))
