import { expect, test } from 'vitest'
import { onMarket, type Person } from './database.ts'
import { runForget } from './job-context.ts'

interface Figures {
  views: number
  sold: number
  earned_minor: number
}

async function figuresOf(person: Person): Promise<Figures> {
  const [row] = await person.does((sql) => sql<{ given: Figures }[]>`select public.my_figures() as given`)
  if (!row) throw new Error('no figures')
  return row.given
}

test('a view is counted on its day, readable by the seller only', () =>
  onMarket(async ({ trusted, person, visitor, adOf }) => {
    const [anna, ben] = [await trusted('Anna'), await person('Ben')]
    const ad = await adOf(anna)
    for (const viewer of [anna, ben, ben, visitor]) await viewer.does((sql) => sql`select public.record_view(${ad})`)
    const ownDays = (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
      sql<{ views: number }[]>`select views from public.listing_days where listing_id = ${ad}`
    expect(await anna.does(ownDays)).toEqual([{ views: 2 }])
    expect(await ben.does(ownDays)).toEqual([])
    expect((await visitor.isRefused(ownDays)).code).toBe('42501')
    for (const someone of [anna, ben]) {
      const write = await someone.isRefused(
        (sql) => sql`insert into public.listing_days (listing_id, day, views) values (${ad}, '2026-01-01', 9)`,
      )
      expect(write.code).toBe('42501')
    }
  }))

test("figures cover the last 30 days of the seller's own ads", () =>
  onMarket(async ({ trusted, visitor, adOf, owner }) => {
    const [anna, ben] = [await trusted('Anna'), await trusted('Ben')]
    const [ad, sold, other] = [await adOf(anna), await adOf(anna), await adOf(ben)]
    await owner`
      insert into public.listing_days (listing_id, day, views)
      select listing_id::uuid, (now() at time zone 'UTC')::date - ago, views from (values
        (${ad}, 0, 5), (${ad}, 3, 7), (${sold}, 29, 1), (${ad}, 30, 4), (${other}, 1, 50)
      ) as given (listing_id, ago, views)`
    await anna.does((sql) => sql`select public.mark_listing_sold(${sold}, 4200)`)

    expect(await figuresOf(anna)).toEqual({ views: 13, sold: 1, earned_minor: 4200 })
    expect(await figuresOf(ben)).toEqual({ views: 50, sold: 0, earned_minor: 0 })
    expect((await visitor.isRefused((sql) => sql`select public.my_figures()`)).code).toBe('42501')
  }))

test('each ad shows its last week and month', () =>
  onMarket(async ({ trusted, person, visitor, adOf, draftOf, talkAbout, owner }) => {
    const [anna, ben] = [await trusted('Anna'), await person('Ben')]
    const ad = await adOf(anna)
    await draftOf(anna)
    await talkAbout(ad, ben)
    await ben.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
    await owner`update public.favorites set created_at = now() - interval '10 days' where listing_id = ${ad}`
    await owner`
      insert into public.listing_days (listing_id, day, views)
      select ${ad}::uuid, (now() at time zone 'UTC')::date - ago, 2 from unnest(array[0, 6, 7, 29, 30]) ago`
    const rows = (someone: Person) => someone.does((sql) => sql`select * from public.my_listing_figures()`)
    expect(await rows(anna)).toEqual([
      {
        listing_id: ad,
        week: [2, 0, 0, 0, 0, 0, 2],
        views_7: 4,
        views_30: 8,
        saves_7: 0,
        saves_30: 1,
        chats_7: 1,
        chats_30: 1,
      },
    ])
    expect(await rows(ben)).toEqual([])
    expect((await visitor.isRefused((sql) => sql`select * from public.my_listing_figures()`)).code).toBe('42501')
  }))

test('daily views are deleted after 180 days', () =>
  onMarket(async (market) => {
    const { trusted, adOf, owner } = market
    const ad = await adOf(await trusted('Anna'))
    await owner`
      insert into public.listing_days (listing_id, day, views)
      select ${ad}::uuid, (now() at time zone 'UTC')::date - ago, 1 from unnest(array[0, 180, 181, 400]) ago`
    await runForget(market, 'views')
    const [kept] = await owner`select count(*)::int as days from public.listing_days where listing_id = ${ad}`
    expect(kept).toEqual({ days: 2 })
  }))
