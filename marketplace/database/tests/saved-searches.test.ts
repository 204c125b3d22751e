import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ListingSearch } from '../../contract/search/search.ts'
import { prepareSavedSearches } from '../../search/saved-searches.ts'
import { type Market, onMarket, Person } from './database.ts'
import { runForget } from './job-context.ts'
import { search } from './search-market.ts'

const QUIET = pino({ level: 'silent' })

type Query = Readonly<Record<string, string | number | readonly (string | number)[] | Readonly<Record<string, number>>>>

interface Choices {
  readonly exclude_words?: readonly string[]
  readonly cadence?: string
  readonly channels?: readonly string[]
}

async function saveSearch(person: Person, query: Query, choices: Choices = {}): Promise<string> {
  const { exclude_words = [], cadence = 'instant', channels = ['in_app', 'mail', 'push'] } = choices
  const [row] = await person.does(
    (sql) => sql<{ id: string }[]>`
      insert into public.saved_searches (name, query, exclude_words, cadence, channels)
      values ('Mine', ${sql.json(query)}, ${[...exclude_words]}, ${cadence}, ${[...channels]}) returning id`,
  )
  return row?.id ?? ''
}

/** Runs the job as the database would wake it. @returns the number of searches notified */
async function spreadNews({ owner }: Market): Promise<number> {
  // Notifications of the demo market are irrelevant here.
  await owner`delete from private.listing_news where created_at < now()`
  while ((await prepareSavedSearches(owner, QUIET)) > 0);
  for (let isMore = true; isMore; ) {
    const [row] = await owner<{ told: boolean }[]>`select private.fan_out_listing_news() as told`
    isMore = row?.told ?? false
  }
  const [row] = await owner<{ told: number }[]>`select private.notify_search_hits(100) as told`
  return row?.told ?? 0
}

const hitsOf = (person: Person) =>
  person.does(
    (sql) => sql<{ listing_id: string; kind: string; matched_on: string[] }[]>`
      select listing_id, kind, matched_on from public.search_hits order by kind, listing_id`,
  )

const notificationsOf = ({ owner }: Market, person: Person) =>
  owner<{ payload: { count: number; name: string; hits: unknown[] }; email_state: string; in_app: boolean }[]>`
    select payload, email_state, in_app from public.notifications where user_id = ${person.id} and kind = 'saved_search_hits'
    order by payload ->> 'count' desc`

/** The demo's searches find some of the ads here, too. */
const withoutOtherSearches = ({ owner }: Market) => owner`delete from public.saved_searches`

test('an ad matches exactly the saved searches whose search would find it', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const lisbon = { lat: 38.72, lng: -9.15, radius_km: 10 }
    const finding: Query[] = [
      { q: 'reading chair' },
      { q: 'chairs corduroy', category: 'furniture' },
      { category: 'armchairs', price_min: 5000, price_max: 12000 },
      { q: 'armchair', ...lisbon },
      { q: 'armchair', box: [-9.3, 38.6, -9, 38.85] },
      { type: 'sell', condition: ['good', 'like_new'], category: 'home-garden' },
      { seller: anna.id },
    ]
    const missing: Query[] = [
      { q: 'reading lamp' },
      { q: 'armchair', box: [-9.3, 41, -8, 42] },
      { q: 'chair', category: 'bikes' },
      { category: 'armchairs', price_max: 11999 },
      { q: 'chair', ...lisbon, lat: 41.15, lng: -8.61 },
      { q: 'chair', type: 'wanted' },
      { q: 'chair', condition: 'new' },
      { seller: ben.id, q: 'chair' },
    ]
    // An unknown category finds nothing.
    const known = await market.owner<{ slug: string }[]>`select slug from public.categories`
    const slugs = new Set(known.map(({ slug }) => slug))
    const usable = (queries: Query[]) => queries.filter(({ category }) => !category || slugs.has(String(category)))
    const wanted = new Map<string, Query>()
    for (const query of [...usable(finding), ...missing]) wanted.set(await saveSearch(ben, query), query)

    const ad = await market.adOf(anna)
    await spreadNews(market)
    const found = await ben.does((sql) => sql<{ search_id: string }[]>`select search_id from public.search_hits`)
    const said = new Set(found.map(({ search_id }) => search_id))
    for (const [id, query] of wanted) {
      const { total } = await search(market, { ...query, ids: [ad], sort: 'newest' } as ListingSearch, ben)
      expect([query, said.has(id)]).toEqual([query, total === 1])
    }
    expect(said.size).toBe(usable(finding).length)
    expect(usable(finding).length).toBeGreaterThanOrEqual(4)
  }))

test('words that are in no ad yet match later, and excluded words never do', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const marimba = await saveSearch(ben, { q: 'zebrawood marimba' })
    await saveSearch(ben, { q: 'chair' }, { exclude_words: ['cushion'] })
    await market.adOf(anna, { title: 'Concert marimba of zebrawood' })
    await spreadNews(market)
    const [hit, ...others] = await ben.does((sql) => sql`select search_id, matched_on from public.search_hits`)
    expect(hit).toMatchObject({ search_id: marimba })
    expect([...(hit?.matched_on ?? [])].sort()).toEqual(['word:marimba:title', 'word:zebrawood:title'])
    expect(others).toEqual([])
  }))

test('results older than 90 days are deleted, others are kept', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    await withoutOtherSearches(market)
    await saveSearch(ben, { q: 'marimba' })
    const [old, fresh] = [
      await market.adOf(anna, { title: 'Concert marimba' }),
      await market.adOf(anna, { title: 'Small marimba' }),
    ]
    await spreadNews(market)
    await market.owner`update public.search_hits set found_at = now() - interval '91 days' where listing_id = ${old}`
    await runForget(market, 'notifications')
    expect((await hitsOf(ben)).map(({ listing_id }) => listing_id)).toEqual([fresh])
  }))

test('new, cheaper and returned ads are reported once each; dearer, reserved and own ads are not', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    await saveSearch(ben, { q: 'marimba' })
    await saveSearch(anna, { q: 'marimba' })
    const ad = await market.adOf(anna, { title: 'Concert marimba' })
    const prices = (minor: number) =>
      anna.does((sql) => sql`update public.listings set price_minor = ${minor} where id = ${ad}`)
    const kinds = async () => {
      await spreadNews(market)
      return (await hitsOf(ben)).map(({ kind }) => kind)
    }
    expect(await kinds()).toEqual(['new'])
    await prices(13_000)
    expect(await kinds()).toEqual(['new'])
    await prices(10_000)
    expect(await kinds()).toEqual(['new', 'price_drop'])
    await anna.does((sql) => sql`select public.reserve_listing(${ad})`)
    expect(await kinds()).toEqual(['new', 'price_drop'])
    await anna.does((sql) => sql`select public.unreserve_listing(${ad})`)
    expect(await kinds()).toEqual(['back', 'new', 'price_drop'])
    expect(await hitsOf(anna)).toEqual([])
    expect(await notificationsOf(market, ben)).toHaveLength(3)
    expect(await notificationsOf(market, anna)).toEqual([])
  }))

test('an instant search notifies immediately, a daily one collects for a day, at most twenty ads', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    await withoutOtherSearches(market)
    const daily = await saveSearch(ben, { q: 'marimba' }, { cadence: 'daily', channels: ['mail'] })
    await saveSearch(ben, { q: 'marimba' }, { cadence: 'off' })
    const ads: string[] = []
    await market.owner`update public.profiles set trust_level = 3 where id = ${anna.id}` // allows more than 20 ads a day
    for (let count = 0; count < 22; count += 1)
      ads.push(await market.adOf(anna, { title: `Concert marimba number ${count}` }))
    expect(await spreadNews(market)).toBe(0)
    const [search] = await ben.does((sql) => sql`select new_count from public.saved_searches where id = ${daily}`)
    expect(search).toEqual({ new_count: 22 })

    await market.owner`update public.saved_searches set told_at = told_at - interval '1 day' where id = ${daily}`
    await anna.does((sql) => sql`select public.mark_listing_sold(${ads[0] ?? ''})`)
    expect(await spreadNews(market)).toBe(1)
    const [told, ...more] = await notificationsOf(market, ben)
    expect(told?.payload).toMatchObject({ count: 21, name: 'Mine' })
    expect(told?.payload.hits).toHaveLength(20)
    expect([told?.email_state, told?.in_app]).toEqual(['due', false])
    expect(more).toEqual([])
    expect(await spreadNews(market)).toBe(0)
  }))

test('a search that fails to match affects neither the seller nor other searches', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const broken = await saveSearch(ben, { q: 'marimba' })
    await prepareSavedSearches(market.owner, QUIET)
    await market.owner`update private.search_filters set exact = 'no such column' where search_id = ${broken}`
    const ad = await market.adOf(anna, { title: 'Concert marimba' })
    const [row] = await anna.does((sql) => sql`select state from public.listings where id = ${ad}`)
    expect(row).toEqual({ state: 'active' })
    await spreadNews(market)
    expect(await market.owner`select attempts from private.listing_news where listing_id = ${ad}`).toEqual([
      { attempts: 1 },
    ])
    await market.owner`delete from private.search_filters`
    await spreadNews(market)
    expect(await hitsOf(ben)).toMatchObject([{ listing_id: ad, kind: 'new' }])
    expect(await market.owner`select from private.listing_news where listing_id = ${ad}`).toHaveLength(0)
  }))

test('a saved search and its results are private', () =>
  onMarket(async (market) => {
    const [anna, ben, carla] = [await market.trusted('Anna'), await market.trusted('Ben'), await market.person('Carla')]
    const mine = await saveSearch(ben, { q: 'marimba' })
    await market.adOf(anna, { title: 'Concert marimba' })
    await spreadNews(market)
    const countOf = (person: Person) => person.does((sql) => sql`select new_count from public.saved_searches`)
    expect([await countOf(ben), await countOf(carla)]).toEqual([[{ new_count: 1 }], []])
    expect([(await hitsOf(ben)).length, await hitsOf(carla)]).toEqual([1, []])
    await carla.does((sql) => sql`update public.saved_searches set name = 'Taken' where id = ${mine}`)
    await carla.does((sql) => sql`delete from public.saved_searches where id = ${mine}`)
    await carla.does((sql) => sql`select public.mark_search_seen(${mine})`)
    expect(await countOf(ben)).toEqual([{ new_count: 1 }])
    await ben.does((sql) => sql`select public.mark_search_seen(${mine})`)
    expect(await countOf(ben)).toEqual([{ new_count: 0 }])

    const writes = [
      (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
        sql`update public.saved_searches set new_count = 9 where id = ${mine}`,
      (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
        sql`insert into public.saved_searches (user_id, name, query) values (${ben.id}, 'X', '{"q": "x"}')`,
      (sql: Parameters<Parameters<Person['does']>[0]>[0]) => sql`delete from public.search_hits`,
      (sql: Parameters<Parameters<Person['does']>[0]>[0]) => sql`select * from private.search_filters`,
      (sql: Parameters<Parameters<Person['does']>[0]>[0]) => sql`select private.fan_out_listing_news()`,
    ]
    for (const write of writes) expect((await carla.isRefused(write)).code).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`select * from public.saved_searches`)).code).toBe('42501')
    await ben.does((sql) => sql`delete from public.saved_searches where id = ${mine}`)
    expect(await countOf(ben)).toEqual([])
  }))

test('invalid searches are refused with a message, and twenty searches are the limit', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const problem = async (query: Query, choices: Choices = {}) => {
      const refusal = saveSearch(anna, query, choices).then(
        () => 'saved',
        (error: Error) => error.message,
      )
      return refusal
    }
    expect(await problem({})).toBe('Add a word, a category, a price or a place to your search.')
    expect(await problem({ q: 'chair', cursor: 'x' })).toBe('“cursor” can’t be part of a saved search.')
    expect(await problem({ q: 'chair', price_max: 'cheap' })).toMatch('price_max must be a number')
    expect(await problem({ q: 'chair', attributes: { wingspan: 3 } })).toBe(
      '“attributes.wingspan” can’t be used in this search.',
    )
    expect(await problem({ q: 'chair' }, { exclude_words: Array.from({ length: 21 }, (_, n) => `word${n}`) })).toMatch(
      'check constraint',
    )
    expect(await problem({ q: 'chair' }, { exclude_words: ['x'.repeat(41)] })).toMatch('check constraint')
    expect(await problem({ q: 'chair' }, { cadence: 'hourly' })).toBe('saved')
    for (let count = 1; count < 20; count += 1) await saveSearch(anna, { q: `chair ${count}` })
    expect(await problem({ q: 'one more' })).toBe('You can save up to 20 searches. Delete one you no longer need.')
  }))

test('an unsubscribe link can cover a single search', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    const search = await saveSearch(anna, { q: 'chair' })
    const service = new Person(market.owner, 'service_role', anna.id)
    const ends = async (person: Person) => {
      const what = `search:${search}`
      const [row] = await service.does((sql) => sql`select public.unsubscribe(${person.id}, ${what}) as about`)
      return row?.about
    }
    expect(await ends(ben)).toBeNull()
    expect(await ends(anna)).toBe('search:Mine')
    expect(await anna.does((sql) => sql`select channels from public.saved_searches`)).toEqual([
      { channels: ['in_app', 'push'] },
    ])
  }))
