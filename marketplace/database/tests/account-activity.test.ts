import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

interface Event {
  readonly kind: string
  readonly count: number
  readonly network: string | null
  readonly user_agent: string | null
  readonly detail: string | null
}

/** Records an event that happened this many hours ago. */
async function recordEvent(
  { owner }: Market,
  person: Person,
  action: string,
  {
    hours = 1,
    ip = '203.0.113.77',
    ...details
  }: Readonly<Record<string, unknown>> & { hours?: number; ip?: string } = {},
): Promise<void> {
  const payload = JSON.stringify({ action, actor_id: person.id, actor_username: 'x@example.com', ...details })
  await owner`
    insert into auth.audit_log_entries (payload, ip_address, created_at)
    values (${payload}::text::jsonb, ${ip}, now() - make_interval(hours => ${hours}))`
}

async function activityOf(person: Person): Promise<readonly Event[]> {
  const [row] = await person.does((sql) => sql<{ events: Event[] }[]>`select public.my_account_activity() as events`)
  return row?.events ?? []
}

test('users read only their account’s events, newest first', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    await recordEvent(market, ben, 'login', { method: 'password' })
    await recordEvent(market, anna, 'login', { hours: 5, method: 'passkey', user_agent: 'A browser' })
    await recordEvent(market, anna, 'user_updated_password', { hours: 3, ip: '2001:db8:1:2::9' })
    await recordEvent(market, anna, 'user_modified', { hours: 2, changed: 'email' })
    await recordEvent(market, anna, 'factor_updated', { hours: 1, status: 'verified', factor_type: 'totp' })
    expect(await activityOf(anna)).toMatchObject([
      { kind: 'factor_added', detail: 'totp' },
      { kind: 'email_changed' },
      { kind: 'password_changed', network: '2001:db8:1::' },
      { kind: 'signed_in', detail: 'passkey', network: '203.0.113.0', user_agent: 'A browser' },
    ])
    expect(await activityOf(ben)).toMatchObject([{ kind: 'signed_in' }])
    const read = (sql: Parameters<Parameters<Person['does']>[0]>[0]) => sql`select public.my_account_activity()`
    expect(await market.visitor.isRefused(read)).toMatchObject({ code: '42501' })
    expect(await anna.isRefused((sql) => sql`select from auth.audit_log_entries`)).toMatchObject({ code: '42501' })
  }))

test('the log has no IP address, name or id, and no routine or old events', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await recordEvent(market, anna, 'token_refreshed')
    await recordEvent(market, anna, 'user_modified')
    await recordEvent(market, anna, 'verification_attempted', { valid: true })
    await recordEvent(market, anna, 'login', { hours: 24 * 91 })
    await recordEvent(market, anna, 'login', { method: 'password', session_id: 'some-session', ip: '' })
    const events = await activityOf(anna)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ network: null, user_agent: null })
    expect(JSON.stringify(events)).not.toMatch(/some-session|x@example|actor/)
  }))

test('failed logins are grouped by day, and push nothing else off the list', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await recordEvent(market, anna, 'logout', { hours: 30 * 24, scope: 'global' })
    for (let attempts = 3; attempts <= 60; attempts++)
      await recordEvent(market, anna, 'login_failed', {
        attempts,
        hours: 48,
        ip: `198.51.${attempts}.1`,
        user_agent: 'Guesser',
      })
    for (let hours = 1; hours <= 40; hours++) await recordEvent(market, anna, 'login', { hours: 29 * 24 + hours })
    const events = await activityOf(anna)
    expect(events[0]).toMatchObject({ kind: 'wrong_password', count: 60, network: null, user_agent: 'Guesser' })
    expect(events.filter(({ kind }) => kind === 'wrong_password')).toHaveLength(1)
    expect(events).toHaveLength(31)
    expect(events).toContainEqual(expect.objectContaining({ kind: 'signed_out', detail: 'global' }))
  }))

test('the log is hidden from personal access tokens, and from a session that owes its second factor', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await recordEvent(market, anna, 'login', { method: 'password' })
    const as = async (claims: object) => {
      const [row] = await anna.does(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: anna.id, role: 'authenticated', ...claims })}, true)`
        return sql<{ events: Event[] }[]>`select public.my_account_activity() as events`
      })
      return row?.events
    }
    expect(await as({ personal_token: 'x', aal: 'aal1' })).toEqual([])
    expect(await as({ aal: 'aal1' })).toHaveLength(1)
    await market.owner`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${anna.id}, 'App', 'totp', 'verified')`
    expect(await as({ aal: 'aal1' })).toEqual([])
    expect(await as({ aal: 'aal2' })).toHaveLength(1)
  }))

test('ending a session is logged, and deleting the account removes names and devices from the log', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const [session] = await market.owner<
      { id: string }[]
    >`insert into auth.sessions (user_id) values (${anna.id}) returning id`
    await anna.does((sql) => sql`select public.end_session(${session?.id ?? ''})`)
    expect(await activityOf(anna)).toMatchObject([{ kind: 'signed_out', detail: 'device' }])
    await recordEvent(market, anna, 'login', { user_agent: 'A browser' })
    await market.owner`delete from auth.users where id = ${anna.id}`
    const left = await market.owner`
      select ip_address, payload ? 'user_agent' or payload ? 'actor_username' as says from auth.audit_log_entries
      where payload ->> 'actor_id' = ${anna.id}`
    expect(left.length).toBeGreaterThan(0)
    for (const entry of left) expect(entry).toEqual({ ip_address: '', says: false })
  }))

test('the time zone of quiet hours is stored for emails, until it is removed', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const zone = async () => {
      const [account] = await market.owner<{ zone: string | null }[]>`
        select raw_user_meta_data ->> 'time_zone' as zone from auth.users where id = ${anna.id}`
      return account?.zone
    }
    await anna.does(
      (sql) => sql`insert into public.notification_settings (user_id, time_zone) values (${anna.id}, 'Asia/Kolkata')`,
    )
    expect(await zone()).toBe('Asia/Kolkata')
    await anna.does(
      (sql) => sql`update public.notification_settings set time_zone = 'Europe/Lisbon' where user_id = ${anna.id}`,
    )
    expect(await zone()).toBe('Europe/Lisbon')
    await anna.does((sql) => sql`delete from public.notification_settings where user_id = ${anna.id}`)
    expect(await zone()).toBeNull()
  }))
