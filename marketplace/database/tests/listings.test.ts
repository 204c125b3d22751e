import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

test('a draft is visible to its seller only', () =>
  onMarket(async ({ person, visitor, draftOf }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    const draft = await draftOf(anna)
    const read = (sql: Parameters<Parameters<typeof anna.does>[0]>[0]) =>
      sql`select id from public.listings where id = ${draft}`
    expect(await anna.does(read)).toHaveLength(1)
    expect(await ben.does(read)).toHaveLength(0)
    expect(await visitor.does(read)).toHaveLength(0)
  }))

test('a published ad can be read by everyone, but edited by its seller only', () =>
  onMarket(async ({ trusted, person, visitor, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ad = await adOf(anna)
    expect(await visitor.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
      { state: 'active' },
    ])
    const edit = (sql: Parameters<Parameters<typeof anna.does>[0]>[0]) =>
      sql`update public.listings set title = 'Not yours any more' where id = ${ad} returning id`
    expect(await ben.does(edit)).toHaveLength(0)
    expect((await visitor.isRefused(edit)).code).toBe('42501')
    expect(await anna.does(edit)).toHaveLength(1)
    expect(await owner`select title, version > 1 as newer from public.listings where id = ${ad}`).toEqual([
      { title: 'Not yours any more', newer: true },
    ])
  }))

test.each(['state', 'views_count', 'first_published_at', 'ad_no', 'seller_id', 'cover_path', 'sold_price_minor'])(
  'a seller cannot write the column %s',
  (column) =>
    onMarket(async ({ person, draftOf }) => {
      const anna = await person('Anna')
      const draft = await draftOf(anna)
      const refusal = await anna.isRefused(
        (sql) => sql`update public.listings set ${sql(column)} = default where id = ${draft}`,
      )
      expect(refusal.code).toBe('42501')
    }),
)

test('nobody can create an ad for another user, or one that is already published', () =>
  onMarket(async ({ person }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    const forged = await ben.isRefused(
      (sql) => sql`insert into public.listings (seller_id, title) values (${anna.id}, 'In her name')`,
    )
    const early = await ben.isRefused(
      (sql) => sql`insert into public.listings (title, state) values ('Straight to the shelf', 'active')`,
    )
    const gone = await ben.isRefused((sql) => sql`delete from public.listings`)
    expect([forged.code, early.code, gone.code]).toEqual(['42501', '42501', '42501'])
  }))

test.each([
  ['no title', { title: '' }, 'The title needs at least 5 characters'],
  ['a link in the title', { title: 'Chair, more at www.chairs.example' }, 'Remove the link'],
  [
    'an e-mail address in the title',
    { title: 'Chair, ask anna@example.org' },
    'Remove the email address from the title',
  ],
  ['a phone number in the title', { title: 'Chair, call 912 345 678 now' }, 'phone number'],
  ['a shouted title', { title: 'GREAT CHAIR FOR everyone' }, 'capitals'],
  ['a phone number in the description', { description: 'A fine chair. Call 912 345 678 after six.' }, 'phone number'],
  ['a shouted description', { description: 'THE VERY BEST CHAIR. '.repeat(4) }, 'capitals'],
  ['no price', { price_minor: null }, 'Enter a price, or choose'],
  ['a price of nothing', { price_minor: 0 }, 'minimum price is €1'],
  ['a made-up price', { price_minor: 123_456_700 / 100 }, 'Enter a price you’d accept'],
  ['no category', { category: null }, 'Choose a category'],
  ['a category that is not precise', { category: 'furniture' }, 'more specific category'],
  ['no photo', {}, 'at least one photo'],
])('an ad with %s is not published and stays a draft', (_, content, sentence) =>
  onMarket(async ({ trusted, draftOf, owner }) => {
    const anna = await trusted('Anna')
    const draft = await draftOf(anna, content)
    const refusal = await anna.isRefused((sql) => sql`select public.publish_listing(${draft})`)
    expect(refusal).toMatchObject({ status: 422, message: expect.stringContaining(sentence) })
    expect(await owner`select state from public.listings where id = ${draft}`).toEqual([{ state: 'draft' }])
  }),
)

test('an ad needs neither a description nor a condition', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna, { description: '', condition: null })
    expect(await owner`select state from public.listings where id = ${ad}`).toEqual([{ state: 'active' }])
  }))

test.each([
  'BMW X5',
  'iPhone 13, 128 GB, black',
  'Mesa 120 x 60 x 75 cm',
  'LEGO 10281 bonsai',
  'Sofa "Ektorp", 3 lugares!',
])('"%s" is a good title', (title) =>
  onMarket(async ({ owner }) => {
    expect(await owner`select private.title_problem(${title}) as problem`).toEqual([{ problem: null }])
  }),
)

test('an edit that violates the rules of a published ad changes nothing', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const refusal = await anna.isRefused((sql) => sql`update public.listings set title = 'Hm' where id = ${ad}`)
    expect(refusal.code).toBe('SK135')
    expect(await owner`select title from public.listings where id = ${ad}`).toEqual([
      { title: 'Reading chair in mustard corduroy' },
    ])
  }))

test('the location of an ad is stored on a coarse grid', () =>
  onMarket(async ({ person, draftOf, owner }) => {
    const draft = await draftOf(await person())
    expect(await owner`select lat, lng from public.listings where id = ${draft}`).toEqual([
      { lat: 38.712, lng: -9.159 },
    ])
  }))

test('a lowered price keeps the previous one', () =>
  onMarket(async ({ trusted, adOf }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const [row] = await anna.does(
      (sql) =>
        sql`update public.listings set price_minor = 9000 where id = ${ad} returning price_minor, previous_price_minor`,
    )
    expect(row).toEqual({ price_minor: 9000, previous_price_minor: 12_000 })
  }))

test('an ad from before a rule can still be reserved and paused, but not resumed or edited as it is', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    await owner`set local session_replication_role = 'replica'`
    await owner`update public.listings set title = 'GREAT CHAIR FOR everyone' where id = ${ad}`
    await owner`set local session_replication_role = 'origin'`
    for (const verb of ['reserve', 'unreserve', 'pause'])
      await anna.does((sql) => sql`select ${sql(`public.${verb}_listing`)}(${ad})`)

    const resumed = await anna.isRefused((sql) => sql`select public.resume_listing(${ad})`)
    const edited = await anna.isRefused((sql) => sql`update public.listings set price_minor = 9000 where id = ${ad}`)
    expect([resumed.message, edited.message]).toEqual([
      expect.stringContaining('capitals'),
      expect.stringContaining('capitals'),
    ])
  }))

test('the functions take an ad through its life cycle and log every step', () =>
  onMarket(async ({ trusted, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const verbs = ['reserve', 'unreserve', 'pause', 'resume'] as const
    const states: string[] = []
    for (const verb of verbs) {
      const [row] = await anna.does(
        (sql) => sql<{ state: string }[]>`select state from ${sql(`public.${verb}_listing`)}(${ad})`,
      )
      states.push(row?.state ?? '')
    }
    expect(states).toEqual(['reserved', 'active', 'paused', 'active'])
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad}, 11000)`)
    expect(await owner`select sold_count, active_count from public.sellers where id = ${anna.id}`).toEqual([
      { sold_count: 1, active_count: 0 },
    ])
    await anna.does((sql) => sql`select public.relist_listing(${ad})`)
    await anna.does((sql) => sql`select public.delete_listing(${ad})`)
    const events = await anna.does(
      (sql) => sql`select to_state from public.listing_events where listing_id = ${ad} order by id`,
    )
    expect(events).toEqual([]) // deleted: not visible to its seller either
    const trail = await owner<
      { to_state: string }[]
    >`select to_state from public.listing_events where listing_id = ${ad} order by id`
    expect(trail.map((event) => event.to_state)).toEqual([
      'draft',
      'active',
      'reserved',
      'active',
      'paused',
      'active',
      'sold',
      'active',
      'deleted',
    ])
  }))

test.each(['publish', 'mark_sold', 'pause', 'resume', 'reserve', 'unreserve', 'relist', 'extend', 'delete'])(
  'another user cannot %s an ad',
  (verb) =>
    onMarket(async ({ trusted, person, visitor, adOf, owner }) => {
      const anna = await trusted('Anna')
      const ben = await person('Ben')
      const ad = await adOf(anna)
      const name = verb === 'mark_sold' ? 'public.mark_listing_sold' : `public.${verb}_listing`
      const refusal = await ben.isRefused((sql) => sql`select ${sql(name)}(${ad})`)
      expect(refusal).toMatchObject({ code: 'SK166', message: 'This ad doesn’t exist, or it isn’t yours.' })
      expect((await visitor.isRefused((sql) => sql`select ${sql(name)}(${ad})`)).code).toBe('42501')
      expect(await owner`select state from public.listings where id = ${ad}`).toEqual([{ state: 'active' }])
    }),
)

test('a new account can publish three ads a day, and the refusal says when it may continue; trusted ones more', () =>
  onMarket(async ({ person, trusted, adOf }) => {
    const ben = await person('Ben')
    for (let ad = 0; ad < 3; ad++) await adOf(ben)
    await expect(adOf(ben)).rejects.toThrow(/New accounts can publish 3 ads a day. Try again in 24 hours./)
    const anna = await trusted('Anna')
    for (let ad = 0; ad < 4; ad++) await adOf(anna)
  }))

test('publishing is idempotent', () =>
  onMarket(async ({ person, adOf }) => {
    const anna = await person('Anna')
    const ad = await adOf(anna)
    expect(await anna.does((sql) => sql`select state, version from public.publish_listing(${ad})`)).toMatchObject([
      { state: 'active' },
    ])
  }))

test('people can add only their own stored photos to their own ads, with storage’s dimensions', () =>
  onMarket(async ({ person, draftOf, photoOf }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    const draft = await draftOf(anna)
    const mine = await photoOf(anna)
    const his = await photoOf(ben)
    const add = (listing: string, path: string) => (sql: Parameters<Parameters<typeof anna.does>[0]>[0]) =>
      sql`insert into public.listing_photos (listing_id, path) values (${listing}, ${path}) returning width, height, bytes::int`

    expect(await anna.does(add(draft, mine))).toEqual([{ width: 1200, height: 900, bytes: 120_000 }])
    expect((await anna.isRefused(add(draft, his))).code).toBe('42501')
    expect((await ben.isRefused(add(draft, his))).code).toBe('42501')
    expect((await anna.isRefused(add(draft, `${anna.id}/never-uploaded.jpg`))).code).toBe('SK131')
    const sized = await anna.isRefused(
      (sql) => sql`insert into public.listing_photos (listing_id, path, width) values (${draft}, ${mine}, 9999)`,
    )
    expect(sized.code).toBe('42501')
  }))

test('the first photo is the cover, reordering changes it, and a published ad keeps at least one', () =>
  onMarket(async ({ trusted, adOf, photoOf, owner }) => {
    const anna = await trusted('Anna')
    const ad = await adOf(anna)
    const second = await photoOf(anna)
    await anna.does(
      (sql) => sql`insert into public.listing_photos (listing_id, path, position) values (${ad}, ${second}, 1)`,
    )
    const photos = await owner<
      { id: string }[]
    >`select id from public.listing_photos where listing_id = ${ad} order by position desc`
    await anna.does(
      (sql) => sql`update public.listing_photos set position = ${photos.length} where id = ${photos[1]?.id ?? ''}`,
    )
    expect(await owner`select cover_path, photo_count from public.listings where id = ${ad}`).toEqual([
      { cover_path: second, photo_count: 2 },
    ])
    const refusal = await anna.isRefused((sql) => sql`delete from public.listing_photos where listing_id = ${ad}`)
    expect(refusal.code).toBe('SK133')
    await anna.does((sql) => sql`delete from public.listing_photos where id = ${photos[1]?.id ?? ''}`)
    expect(await owner`select photo_count from public.listings where id = ${ad}`).toEqual([{ photo_count: 1 }])
  }))

test('an ad has at most twenty photos', () =>
  onMarket(async ({ person, draftOf, photoOf }) => {
    const anna = await person('Anna')
    const draft = await draftOf(anna)
    const add = async () => {
      const path = await photoOf(anna)
      await anna.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${draft}, ${path})`)
    }
    for (let photo = 0; photo < 20; photo++) await add()
    await expect(add()).rejects.toThrow(/You can add up to 20 photos/)
  }))

test('favorites are private, counted, and limited to readable ads', () =>
  onMarket(async ({ trusted, person, draftOf, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ad = await adOf(anna)
    const draft = await draftOf(anna)
    await ben.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
    expect((await ben.isRefused((sql) => sql`insert into public.favorites (listing_id) values (${draft})`)).code).toBe(
      '42501',
    )
    const forged = await ben.isRefused(
      (sql) => sql`insert into public.favorites (user_id, listing_id) values (${anna.id}, ${ad})`,
    )
    expect(forged.code).toBe('42501')
    expect(await ben.does((sql) => sql`select seen_price_minor from public.favorites`)).toEqual([
      { seen_price_minor: 12_000 },
    ])
    expect(await anna.does((sql) => sql`select listing_id from public.favorites`)).toEqual([])
    expect(await owner`select saves_count from public.listings where id = ${ad}`).toEqual([{ saves_count: 1 }])
    await ben.does((sql) => sql`delete from public.favorites`)
    expect(await owner`select saves_count from public.listings where id = ${ad}`).toEqual([{ saves_count: 0 }])
  }))

test('a view counts once per viewer, and never for the seller', () =>
  onMarket(async ({ trusted, person, visitor, adOf, owner }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ad = await adOf(anna)
    for (const viewer of [anna, ben, ben, visitor]) await viewer.does((sql) => sql`select public.record_view(${ad})`)
    expect(await owner`select views_count from public.listings where id = ${ad}`).toEqual([{ views_count: 2 }])
  }))

test('visitors are distinguished by the server-side address, not by a value from the browser', () =>
  onMarket(async ({ trusted, visitor, adOf, owner }) => {
    const ad = await adOf(await trusted('Anna'))
    const viewsFrom = async (...sent: Record<string, string>[]) => {
      for (const headers of sent) {
        await owner`select set_config('request.headers', ${JSON.stringify(headers)}, true)`
        await visitor.does((sql) => sql`select public.record_view(${ad})`)
      }
      const [row] = await owner<{ count: number }[]>`select views_count as count from public.listings where id = ${ad}`
      return row?.count
    }
    const agents = Array.from({ length: 200 }, (_, n) => ({
      'x-forwarded-for': '203.0.113.7',
      'user-agent': `browser ${n}`,
      'accept-language': `x-${n}`,
    }))
    expect(await viewsFrom(...agents)).toBe(1)
    expect(await viewsFrom({ 'x-forwarded-for': '203.0.113.8' })).toBe(2)
    expect(await viewsFrom({ 'x-forwarded-for': '2001:db8:1:2::1' }, { 'x-forwarded-for': '2001:db8:1:2::9' })).toBe(3)
  }))

test('sellers find their own ads by parts of words of the title, without accents and in any order', () =>
  onMarket(async ({ owner, trusted, visitor, adOf }) => {
    const [anna, ben] = [await trusted('Anna'), await trusted('Ben')]
    const [boots, lamp, foreign] = [await adOf(anna), await adOf(anna), await adOf(ben)]
    await owner`update public.listings set title = 'Botas de montaña 38' where id in ${owner([boots, foreign])}`
    await owner`update public.listings set title = 'Brass lamp' where id = ${lamp}`
    await anna.does((sql) => sql`select public.mark_listing_sold(${lamp})`)
    const find = async (words: string) => {
      const found = await anna.does(
        (sql) => sql<{ id: string; ends_at: Date | null }[]>`
        select id, ends_at from public.find_my_listings(${words}) order by ends_at nulls last`,
      )
      return found.map(({ id, ends_at }) => [id, ends_at !== null])
    }
    expect(await find('MONTAN bot')).toEqual([[boots, true]])
    // A sold ad has no end to sort by.
    expect(await find('')).toEqual([
      [boots, true],
      [lamp, false],
    ])
    expect(await find('teapot')).toEqual([])
    expect((await visitor.isRefused((sql) => sql`select public.find_my_listings('')`)).code).toBe('42501')
  }))

test("the dashboard counts the user's own ads and lists tasks", () =>
  onMarket(async ({ trusted, person, visitor, adOf, draftOf, talkAbout }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ad = await adOf(anna)
    await draftOf(anna)
    await talkAbout(ad, ben)
    const [row] = await anna.does(
      (sql) => sql<{ board: Record<string, unknown> }[]>`select public.my_dashboard() as board`,
    )
    expect(row?.board).toMatchObject({
      listings: { total: 2, active: 1, draft: 1 },
      offers: 0,
      favorites: 0,
      todo: [{ kind: 'unread_conversation', listing_id: ad, from: 'Ben S.', unread: 1 }, { kind: 'draft' }],
    })
    expect((await visitor.isRefused((sql) => sql`select public.my_dashboard()`)).code).toBe('42501')
  }))

test('the price guide shows a range from eight sales on, and never single sales', () =>
  onMarket(async ({ visitor, owner }) => {
    const guide = async (category: string) => {
      const [row] = await visitor.does(
        (sql) => sql<{ guide: { count: number; median?: number } }[]>`select public.price_guide(${category}) as guide`,
      )
      return row?.guide
    }
    const sales = await owner<{ category: string; sales: number }[]>`
      select category, count(*)::int as sales from public.sold_comps group by category order by sales`
    const few = sales.at(0)?.category ?? ''
    const many = sales.at(-1)?.category ?? ''
    expect(await guide(few)).toEqual({ count: sales.at(0)?.sales })
    expect(await guide(many)).toMatchObject({ count: sales.at(-1)?.sales, median: expect.any(Number) })
    expect((await visitor.isRefused((sql) => sql`select * from public.sold_comps`)).code).toBe('42501')
  }))

test('a seller records which fields came from suggestions; nobody else can read or write that', () =>
  onMarket(async ({ person, trusted, adOf, visitor }) => {
    const anna = await trusted('Anna')
    const ben = await person('Ben')
    const ad = await adOf(anna)
    type Action = Parameters<typeof anna.does>[0]
    const note =
      (fields: Record<string, object>): Action =>
      (sql) =>
        sql`select public.record_provenance(${ad}, ${sql.json(fields as never)})`
    const read: Action = (sql) => sql`select field, source, confidence from public.listing_provenance order by field`
    await anna.does(note({ title: { source: 'voice' }, 'attributes.colour': { source: 'photo', confidence: 0.5 } }))
    expect(await anna.does(read)).toEqual([
      { field: 'attributes.colour', source: 'photo', confidence: 0.5 },
      { field: 'title', source: 'voice', confidence: null },
    ])
    expect(await ben.does(read)).toEqual([])
    expect((await visitor.isRefused(read)).code).toBe('42501')
    expect((await ben.isRefused(note({ title: { source: 'photo' } }))).code).toBe('42501')
    expect((await anna.isRefused(note({ title: { source: 'import' } }))).code).toBe('23514')
    await anna.does(note({}))
    expect(await anna.does(read)).toEqual([])
  }))

test('unusual characters are removed from an ad, and ordinary text is kept', () =>
  onMarket(async ({ person, draftOf }) => {
    const anna = await person('Anna')
    const draft = await draftOf(anna)
    const written = async (title: string, description = 'As it was.') => {
      const [row] = await anna.does(
        (sql) => sql<{ title: string; description: string }[]>`
          update public.listings set title = ${title}, description = ${description} where id = ${draft} returning title, description`,
      )
      return row
    }
    expect(await written('Brass\u0007 lamp\nwith\u2028 a \u202Eshade\u202C\u200B', 'One\u0000'.slice(0, 3))).toEqual({
      title: 'Brass lamp with a shade',
      description: 'One',
    })
    expect(await written(`L${'\u0301'.repeat(30)}amp`, 'One\r\ntwo\u2029three\u001B\u2066!')).toEqual({
      title: `L${'\u0301'.repeat(3)}amp`,
      description: 'One\ntwo\nthree!',
    })
    for (const title of ['مصباح نحاسي', '👨‍👩‍👧 lamp ❤️', 'Lâmpada <b>“nova”</b> & c.º', 'می‌خواهم چراغ', 'Đèn cổ điển'])
      expect((await written(title, 'One\n\n\ttwo'))?.title, title).toBe(title)
  }))
