import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

type Sql = Parameters<Parameters<Person['does']>[0]>[0]

/** The same action by a personal access token with write access. */
const byToken =
  (person: Person, action: (sql: Sql) => Promise<readonly unknown[]>) =>
  async (sql: Sql): Promise<readonly unknown[]> => {
    const claims = {
      sub: person.id,
      role: 'authenticated',
      aal: 'aal1',
      amr: [],
      personal_token: randomUUID(),
      scope: 'read write',
    }
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    return action(sql)
  }

const createToken = ({ owner }: Market, person: Person) => owner`
  insert into auth.personal_tokens (user_id, name, token_hash, hint, scopes, aal, expires_at)
  values (${person.id}, 'my shelf', ${randomBytes(32)}, 'souk_pat_abcd', '{read}', 'aal1', now() + interval '30 days')`

test('a member’s token can do what the member can', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    await anna.does(byToken(anna, (sql) => sql`select public.pause_listing(${ad})`))
    expect(await anna.does(byToken(anna, (sql) => sql`select state from public.listings where id = ${ad}`))).toEqual([
      { state: 'paused' },
    ])
  }))

test('a moderator’s token has a member’s rights only', () =>
  onMarket(async (market) => {
    const ad = await market.adOf(await market.trusted('Anna'))
    const moderator = await market.person('Mod')
    await market.owner`update public.profiles set role = 'admin' where id = ${moderator.id}`
    const actions: readonly ((sql: Sql) => Promise<readonly unknown[]>)[] = [
      (sql) => sql`select public.decide('listing', ${ad}, 'hide', 'It shows something that must not be sold here.')`,
      (sql) => sql`select public.switch_scam_rule('contact.mail', true)`,
    ]
    for (const action of actions) {
      expect(await moderator.does(action)).toHaveLength(1)
      expect((await moderator.isRefused(byToken(moderator, action))).code).toBe('42501')
    }
    const log = (sql: Sql) => sql`select id from public.audit_log limit 1`
    expect(await moderator.does(log)).toHaveLength(1)
    expect(await moderator.does(byToken(moderator, log))).toEqual([])
  }))

test('no token can see or end sessions, or delete the account', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const session = randomUUID()
    await market.owner`insert into auth.sessions (id, user_id, aal) values (${session}, ${anna.id}, 'aal1')`
    const see = (sql: Sql) => sql`select public.my_sessions() as sessions`
    const end = (sql: Sql) => sql`select public.end_session(${session})`
    expect(await anna.does(see)).toMatchObject([{ sessions: [{ id: session }] }])
    for (const action of [see, end]) expect((await anna.isRefused(byToken(anna, action))).code).toBe('42501')
    const leave = (sql: Sql) => sql`select public.delete_my_account()`
    expect((await anna.isRefused(byToken(anna, leave))).code).toBe('SK004')
    expect(await anna.does(end)).toHaveLength(1)
  }))

test('a token created before a second factor was enrolled loses access', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const own = (sql: Sql) => sql`select id from public.profiles`
    expect(await anna.does(byToken(anna, own))).toHaveLength(1)
    await market.owner`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${anna.id}, 'App', 'totp', 'verified')`
    expect(await anna.does(byToken(anna, own))).toEqual([])
  }))

test('token names are visible to their owner only, and deleting the account ends them', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    for (const person of [anna, ben]) await createToken(market, person)
    const names = (sql: Sql) => sql`select public.my_personal_tokens() as tokens`
    expect(await anna.does(names)).toEqual([
      {
        tokens: [
          {
            name: 'my shelf',
            may: 'read',
            created_at: expect.any(String),
            expires_at: expect.any(String),
            last_used_at: null,
          },
        ],
      },
    ])
    expect((await market.visitor.isRefused(names)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select from auth.personal_tokens`)).code).toBe('42501')
    await market.owner`insert into private.departures (user_id, erase_at) values (${anna.id}, now() + interval '30 days')`
    expect(
      await market.owner`select user_id from auth.personal_tokens where user_id in (${anna.id}, ${ben.id})`,
    ).toEqual([{ user_id: ben.id }])
  }))
