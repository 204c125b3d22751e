import { expect, test } from 'vitest'
import type { Market } from './database.ts'
import { onMarket, onMarketAlone } from './database.ts'
import { search } from './search-market.ts'

const LONG =
  'Played every day for years, always kept dry, with its case, two pairs of mallets and a stool that fits below it.'
const COPIES = 150
const RANKED = 100
const TOP = 24

/** Four ads that say the word differently well, each many times over, the last ones first, and counted as in a large market. */
async function manyMarimbas(market: Market): Promise<void> {
  const anna = await market.trusted('Anna')
  await market.adOf(anna, { title: 'Marimba' })
  await market.adOf(anna, { title: 'Concert marimba made of padauk, four octaves', description: LONG })
  await market.adOf(anna, {
    title: 'Keyboard for a young player',
    description: `No marimba. ${LONG} Unlike a marimba.`,
  })
  await market.adOf(anna, { title: 'Frame of a keyboard', description: `${LONG} Takes a marimba. ${LONG}` })
  const { owner } = market
  await owner`set local session_replication_role = replica`
  await owner`
    with copies as (
      select entry.*, md5(entry.title_length || ' ' || copy)::uuid as copy_id, now() - copy * interval '5 hours' as out_at
      from public.listing_search entry, generate_series(1, ${COPIES}) as copy where entry.seller_id = ${anna.id}
    )
    insert into public.listing_search (listing_id, seller_id, category, root, ord, type, price_minor, condition, delivery, seller_type, has_photo,
      facts, state, published_at, expires_at, quality, is_accessory, title_length, label_length, synonym_length, text_length, document, card)
    select copy_id, seller_id, category, root, ord, type, price_minor, condition, delivery, seller_type, has_photo, facts, state, out_at, expires_at,
      quality, is_accessory, title_length, label_length, synonym_length, text_length,
      ts_delete(document, private.search_marks(listing_id, published_at, quality, state, title_length))
        || array_to_tsvector(private.search_marks(copy_id, out_at, quality, state, title_length)), card || jsonb_build_object('id', copy_id) from copies`
  await owner`set local session_replication_role = origin`
  await owner`update private.category_counters set ads = ads + 30000 where category = 'armchairs'`
  await owner`select private.count_common_words()`
}

/** What `expression` gives for the search; it may name its conditions, what was understood and the estimate. */
async function ofSearch<Value>({ owner }: Market, q: string, expression: string): Promise<Value> {
  await owner`set local enable_seqscan = off`
  const [row] = await owner.unsafe(
    `select ${expression} as value from private.understand_query($1) as understood, private.search_conditions('{}', understood.query) as asked,
      lateral private.search_extent(asked.conditions, null) as extent`,
    [q],
  )
  await owner`set local enable_seqscan = on`
  return row?.value as Value // the caller knows the type of its expression
}

const ranked = (enough: number) =>
  `jsonb_path_query_array(private.ranked_page(asked.conditions, understood, extent.estimate, null, now(), ${TOP}, 'null::float8', ${enough}), '$[*].id')`

test('of very many ads that have a word the best are found without ranking most of them, and filters hold', () =>
  onMarketAlone(async (market) => {
    await manyMarimbas(market)
    const likely = await ofSearch<string | null>(
      market,
      'marimba',
      `private.likely_sql(asked.conditions, understood, extent.estimate, now(), ${RANKED})`,
    )
    expect(likely).toContain('i:')
    const [read] = await market.owner.unsafe(
      `select count(*)::integer as ads from public.listing_search entry where ${likely}`,
    )
    expect(read?.ads).toBeGreaterThan(0)
    expect(read?.ads).toBeLessThan(3 * COPIES)
    const exact = await ofSearch<string[]>(market, 'marimba', ranked(1_000_000))
    const found = await ofSearch<string[]>(market, 'marimba', ranked(RANKED))
    expect(exact).toHaveLength(TOP)
    expect(exact.filter((id) => found.includes(id)).length).toBeGreaterThanOrEqual(0.8 * TOP)
    // A word that is met as two has marks of either, and is asked for as both.
    const [apart] = await market.owner.unsafe(
      `select count(*)::integer as ads from public.listing_search entry where not document @@ 'concert & marimba' and ${await ofSearch<string>(
        market,
        'concertmarimba',
        `private.likely_sql(asked.conditions, understood, extent.estimate, now(), ${RANKED})`,
      )}`,
    )
    expect(apart?.ads).toBe(0)
    // Filters and excluded words hold among so many, too.
    await market.owner`set local session_replication_role = replica`
    await market.owner`
      update public.listing_search set condition = 'fair', document = ts_delete(document, 'v:condition:good') || array_to_tsvector('{v:condition:fair}')
      where uuid_hash_extended(listing_id, 7) & 1 = 0`
    const answer = await search(market, { q: 'marimba', condition: ['fair'], exclude: ['padauk'] })
    expect(answer.items).toHaveLength(TOP)
    const broken = await market.owner`
      select listing_id from public.listing_search entry
      where listing_id = any(${answer.items.map(({ id }) => id)}) and (condition <> 'fair' or document @@ 'padauk')`
    expect([...broken]).toEqual([])
  }))

test('ads of before an upgrade are written into the index anew by a job, and search does without the marks until then', () =>
  onMarketAlone(async (market) => {
    await manyMarimbas(market)
    const { owner } = market
    const likely = `private.likely_sql(asked.conditions, understood, extent.estimate, now(), ${RANKED}) is not null`
    const documents = () =>
      owner<
        { sum: string }[]
      >`select md5(string_agg(document::text, ' ' order by listing_id)) as sum from public.listing_search`
    const before = await documents()
    await owner`set local session_replication_role = replica`
    await owner`update public.listing_search entry
      set document = ts_delete(document, array(select lexeme from unnest(document) where lexeme ~ '^[ip]:'))`
    await owner`update private.search_renewal set is_done = false, done_up_to = null`
    expect(await documents()).not.toEqual(before)
    expect(await ofSearch(market, 'marimba', likely)).toBe(false)
    expect((await search(market, { q: 'marimba' })).items).toHaveLength(TOP)
    let steps = 0
    for (;;) {
      const [row] = await owner<{ ads: number }[]>`select private.renew_search(500) as ads`
      if (row?.ads === 0) break
      steps++
    }
    expect(steps).toBe(Math.ceil((4 * COPIES + 4) / 500))
    expect(await documents()).toEqual(before)
    expect(await ofSearch(market, 'marimba', likely)).toBe(true)
    // Nothing is left to do.
    expect((await owner`select private.renew_search(500) as ads`)[0]?.ads).toBe(0)
  }))

test('an ad is marked with how well it says each of its words', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const best = await market.adOf(anna, { title: 'Marimba' })
    const worse = await market.adOf(anna, { title: 'Stool of a player with a marimba', description: LONG })
    const level = async (ad: string) => {
      const [row] = await market.owner<{ level: number }[]>`
        select split_part(lexeme, ':', 2)::integer as level from public.listing_search entry, unnest(entry.document)
        where entry.listing_id = ${ad} and lexeme ~ '^i:[0-9]+:marimba$'`
      return row?.level ?? Number.NaN
    }
    expect(await level(best)).toBeLessThan(await level(worse))
  }))

test('stems of other languages are looked for where they find what the English stem does not', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const forms = async () => {
      const [row] = await market.owner<{ forms: string }[]>`select private.word_query('zunzado', false)::text as forms`
      return row?.forms
    }
    const he = await market.adOf(anna, { title: 'Um banco zunzado com pernas de madeira para a sala' })
    expect(await forms()).toBe("'zunzado'")
    const she = await market.adOf(anna, { title: 'Uma mesa zunzada com pernas de madeira para a sala' })
    expect(await forms()).toBe("'pt:zunz' | 'zunzado'")
    for (const q of ['zunzado', 'zunzada', 'zunzados']) {
      const found = (await search(market, { q })).items.map(({ id }) => id)
      expect(found.toSorted()).toEqual([he, she].toSorted())
    }
  }))

test('words that say half of a search are every smallest choice of them that is enough', () =>
  onMarket(async ({ owner }) => {
    const half = async (...rarities: number[]) => {
      const terms = rarities.map((rarity, place) => ({
        rarity,
        met_as: [{ lexeme: 'abcdefghij'.charAt(place), worth: 1 }],
      }))
      const [row] = await owner<{ meets: string[] }[]>`
        select array(select said from unnest(${['a', 'b', 'c', 'b c', 'a d', 'c d']}::text[]) as said
          where array_to_tsvector(string_to_array(said, ' ')) @@ private.half_said(${owner.json(terms)})) as meets`
      return row?.meets
    }
    expect(await half(3, 2, 1)).toEqual(['a', 'b c', 'a d'])
    expect(await half(2, 2, 2, 2)).toEqual(['b c', 'a d', 'c d'])
    expect(await half(5, 5, 0.1)).toEqual(['b c'])
    // Of ten words the eight that say most.
    expect(await half(9, 1, 1, 1, 1, 1, 1, 1, 1, 1)).toEqual(['a', 'a d'])
  }))
