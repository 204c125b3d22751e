import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createDeal, verbs } from './market-day.ts'

async function createModerator(market: Market): Promise<Person> {
  const mod = await market.person('Mod')
  await market.owner`update public.profiles set role = 'moderator' where id = ${mod.id}`
  return mod
}

const factsOf = async ({ owner }: Market, person: Person) => {
  const [row] =
    await owner`select response_rate, response_count, no_show_count from public.sellers where id = ${person.id}`
  return row
}

/** Five people contacted Anna two days ago, and she answered four immediately. @returns the unanswered conversation */
async function leaveOneUnanswered(market: Market, anna: Person): Promise<string> {
  const ad = await market.adOf(anna)
  const talks: string[] = []
  for (const name of ['Ben', 'Cleo', 'Dora', 'Emil', 'Flo'])
    talks.push(await market.talkAbout(ad, await market.trusted(name)))
  await market.owner`
    update public.conversations set created_at = now() - interval '2 days',
      first_reply_at = case when id <> ${talks[0] ?? ''} then now() - interval '2 days' + interval '10 minutes' end
    where listing_id = ${ad}`
  await market.owner`select private.refresh_response_facts(${anna.id})`
  return talks[0] ?? ''
}

const REASON = 'It was answered on the phone within the hour.'

test('a seller contests a late answer; a moderator upholds it, and it no longer counts', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const [mod, ben] = [await createModerator(market), await market.trusted('Ben')]
    const talk = await leaveOneUnanswered(market, anna)
    expect(await factsOf(market, anna)).toMatchObject({ response_rate: 80, response_count: 5 })
    const contests = (person: Person) =>
      person.does(
        (sql) => sql<{ id: string }[]>`select id from public.contest_fact(${REASON}, conversation_id => ${talk})`,
      )
    const [contest] = await contests(anna)
    expect(await contests(anna)).toEqual([contest])
    expect(
      (await ben.isRefused((sql) => sql`select public.contest_fact(${REASON}, conversation_id => ${talk})`)).code,
    ).toBe('SK616')
    expect(await ben.does((sql) => sql`select id from public.fact_contests`)).toEqual([])
    expect((await ben.isRefused((sql) => sql`update public.fact_contests set state = 'upheld'`)).code).toBe('42501')
    expect(await mod.does((sql) => sql`select statement from public.fact_contests`)).toEqual([{ statement: REASON }])
    const id = contest?.id ?? ''
    const decide = (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
      sql`select public.decide_fact_contest(${id}, true, 'The call log shows it: it no longer counts.')`
    expect((await anna.isRefused(decide)).code).toBe('42501')
    await mod.does(decide)
    expect((await mod.isRefused(decide)).code).toBe('SK619')
    expect(await factsOf(market, anna)).toMatchObject({ response_rate: null, response_count: 4 })
    expect(
      await anna.does(
        (sql) => sql`select kind, payload -> 'upheld' as upheld from public.notifications where kind = 'fact_decided'`,
      ),
    ).toEqual([{ kind: 'fact_decided', upheld: true }])
    expect(await anna.does((sql) => sql`select state from public.my_contestable_facts()`)).toEqual([
      { state: 'upheld' },
    ])
  }))

test('a contested no-show stays when a moderator rejects the contest, and is removed when upheld', () =>
  onMarket(async (market) => {
    const mod = await createModerator(market)
    const { anna, ben, deal } = await createDeal(market)
    await verbs.proposes(ben, deal.id, 2)
    await verbs.confirms(anna, deal.id, 2)
    await market.owner`update public.deals set meet_at = now() - interval '20 minutes' where id = ${deal.id}`
    await verbs.missedThem(ben, deal.id)
    expect(await factsOf(market, anna)).toMatchObject({ no_show_count: 1 })
    const [contest] = await anna.does(
      (sql) =>
        sql<{ id: string }[]>`select id from public.contest_fact('I was there, by the kiosk.', deal_id => ${deal.id})`,
    )
    const id = contest?.id ?? ''
    await mod.does((sql) => sql`select public.decide_fact_contest(${id}, false, 'Both say the other was not there.')`)
    expect(await factsOf(market, anna)).toMatchObject({ no_show_count: 1 })
    await market.owner`update public.fact_contests set state = 'open', answer = null, decided_at = null where id = ${id}`
    await mod.does((sql) => sql`select public.decide_fact_contest(${id}, true, 'Ben wrote that he had the wrong day.')`)
    expect(await factsOf(market, anna)).toMatchObject({ no_show_count: 0 })
  }))
