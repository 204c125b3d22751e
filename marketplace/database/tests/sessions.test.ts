import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

async function sessionOf({ owner }: Market, person: Person, ip: string): Promise<string> {
  const [session] = await owner<{ id: string }[]>`
    insert into auth.sessions (user_id, ip, user_agent) values (${person.id}, ${ip}::inet, 'A browser') returning id`
  if (!session) throw new Error('No session was made.')
  return session.id
}

const mySessions = (person: Person) =>
  person.does(
    (sql) => sql<{ sessions: { id: string; network: string; user_agent: string }[] }[]>`
      select public.my_sessions() as sessions`,
  )

test('users see their own sessions only', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    const mine = await sessionOf(market, anna, '203.0.113.77')
    await sessionOf(market, ben, '198.51.100.5')

    const [row] = await mySessions(anna)
    expect(row?.sessions).toMatchObject([{ id: mine, network: '203.0.113.0', user_agent: 'A browser' }])
    expect(await market.visitor.isRefused((sql) => sql`select public.my_sessions()`)).toMatchObject({ code: '42501' })
  }))

test('users can end their own sessions only', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    const [mine, theirs] = [await sessionOf(market, anna, '203.0.113.77'), await sessionOf(market, ben, '2001:db8::1')]

    expect(await anna.isRefused((sql) => sql`select public.end_session(${theirs})`)).toMatchObject({
      code: 'SK007',
      message: 'That device is already signed out.',
    })
    await anna.does((sql) => sql`select public.end_session(${mine})`)
    expect((await mySessions(anna))[0]?.sessions).toEqual([])
    expect((await mySessions(ben))[0]?.sessions).toMatchObject([{ id: theirs, network: '2001:db8::' }])
  }))
