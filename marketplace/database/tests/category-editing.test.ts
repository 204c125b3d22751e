import { pino } from 'pino'
import type { JobContext } from 'souk-backend/jobs'
import type { Row, TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { indexCategories } from '../../jobs/index-categories.ts'
import { type Market, onMarketAlone, type Person } from './database.ts'
import { search } from './search-market.ts'

async function staff({ owner, person }: Market, role: 'moderator' | 'admin'): Promise<Person> {
  const someone = await person('Ada')
  await owner`update public.profiles set role = ${role} where id = ${someone.id}`
  return someone
}

const add = (slug: string, parent: string | null, name: string) => (sql: TransactionSql) =>
  sql`select * from public.add_category(${slug}, ${parent}, ${sql.json({ en: name })})`

const BELLOWS = {
  key: 'bellows',
  label: { en: 'Bellows', pt: 'Fole' },
  type: 'enum',
  options: [
    { id: 'leather', label: 'Leather' },
    { id: 'paper', label: 'Paperboard', synonyms: ['karton'] },
  ],
  required: true,
}

/** Violations of the nested set: exactly the descendants of a category have a number within its range. */
async function brokenNumbers(owner: TransactionSql): Promise<Row[]> {
  return owner`
    with recursive inside as (
      select slug as above, slug as below from public.categories
      union all
      select inside.above, child.slug from inside join public.categories child on child.parent = inside.below
    )
    select one.slug, other.slug as other from public.categories one cross join public.categories other
    where (other.ord_from between one.ord_from and one.ord_to)
      <> exists (select from inside where inside.above = one.slug and inside.below = other.slug)
    union all
    select entry.listing_id::text, filed.slug from private.listing_search entry
    join public.categories filed on filed.slug = entry.category where entry.ord <> filed.ord_from`
}

test('a category and attribute added by an administrator work in forms, storage, checks and search', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const anna = await market.trusted('Anna')
    await admin.does(add('accordions', 'books-media', 'Squeezeboxes'))
    await admin.does((sql) => sql`select public.save_attribute('accordions', ${sql.json(BELLOWS)})`)
    await admin.does(
      (sql) => sql`select public.change_category('accordions', ${sql.json({ synonyms: ['concertina'] })})`,
    )

    // The form reads public data.
    const [read] = await market.visitor.does(
      (sql) => sql`select leaf, active, attributes from public.categories where slug = 'accordions'`,
    )
    expect(read).toMatchObject({ leaf: true, active: true, attributes: [{ key: 'bellows', required: true }] })

    const content = { category: 'accordions', title: 'Red instrument with 96 keys' }
    const draft = await market.draftOf(anna, content)
    const photo = await market.photoOf(anna)
    await anna.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${draft}, ${photo})`)
    const missing = await anna.isRefused((sql) => sql`select public.publish_listing(${draft})`)
    expect(missing.message).toBe('Fill in “Bellows”.')
    await anna.does(
      (sql) => sql`update public.listings set attributes = ${sql.json({ bellows: 'tin' })} where id = ${draft}`,
    )
    const unknown = await anna.isRefused((sql) => sql`select public.publish_listing(${draft})`)
    expect(unknown.message).toBe('Choose “Bellows” from the list.')
    await anna.does(
      (sql) => sql`update public.listings set attributes = ${sql.json({ bellows: 'paper' })} where id = ${draft}`,
    )
    await anna.does((sql) => sql`select public.publish_listing(${draft})`)

    const found = async (params: Record<string, string>) => (await search(market, params)).items.map(({ id }) => id)
    expect(await found({ q: 'paperboard squeezebox' })).toEqual([draft])
    expect(await found({ q: 'concertina' })).toEqual([draft])
    expect(await found({ category: 'accordions' })).toEqual([draft])
    expect(await found({ category: 'books-media', q: 'karton' })).toEqual([draft])
    expect(await brokenNumbers(market.owner)).toEqual([])
  }))

test('existing ads are found by their category’s new synonyms after the job has run', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const ad = await market.adOf(await market.trusted('Anna'))
    const finds = async () => (await search(market, { q: 'schnurzelsitz' })).total
    await admin.does(
      (sql) =>
        sql`select public.change_category('armchairs', ${sql.json({ synonyms_i18n: { de: ['Schnurzelsitz'] } })})`,
    )
    expect(await finds()).toBe(0)
    const context = {
      sql: market.owner as unknown,
      log: pino({ level: 'silent' }),
      signal: AbortSignal.timeout(60_000),
    }
    await indexCategories.run(context as JobContext) // a transaction has the same interface
    const [ads] =
      await market.owner`select count(*)::int as ads from private.listing_search where category = 'armchairs'`
    expect(await finds()).toBe(ads?.ads)
    expect(ads?.ads).toBeGreaterThan(1)
    const [entry] =
      await market.owner`select document @@ 'schnurzelsitz' as hit from private.listing_search where listing_id = ${ad}`
    expect(entry?.hit).toBe(true)
    expect(await market.owner`select category from private.categories_to_index`).toEqual([])
  }))

test('category numbers and order stay correct, however many are added', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    expect(await brokenNumbers(market.owner)).toEqual([])
    await admin.does(add('toys-of-old', null, 'Toys of old'))
    for (let made = 1; made <= 6; made += 1) await admin.does(add(`kite-${made}`, 'toys-of-old', `Kites ${made}`))
    for (let made = 1; made <= 12; made += 1) await admin.does(add(`stool-${made}`, 'furniture', `Stools ${made}`))
    await admin.does(add('tailed-kite', 'kite-3', 'Kites with tails'))
    expect(await brokenNumbers(market.owner)).toEqual([])
    const tooDeep = await admin.isRefused(add('deeper', 'tailed-kite', 'Deeper'))
    expect(tooDeep.message).toBe('Categories can have up to three levels.')

    await admin.does((sql) => sql`select public.move_category('stool-12', 2)`)
    const [second] =
      await market.owner`select slug from public.categories where parent = 'furniture' order by sort offset 1 limit 1`
    expect(second?.slug).toBe('stool-12')
    const sorts = await market.owner`select sort from public.categories where parent = 'furniture' order by sort`
    expect(sorts.map(({ sort }) => sort)).toEqual(sorts.map((_, index) => index + 1))
  }))

test('a closed category takes no new ads, and keeps and shows its existing ones', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna)
    await admin.does((sql) => sql`select public.set_category_active('furniture', false)`)
    await anna.does((sql) => sql`select public.publish_listing(${ad})`) // already published: no effect
    const draft = await market.draftOf(anna)
    const closed = await anna.isRefused((sql) => sql`select public.publish_listing(${draft})`)
    expect(closed.message).toBe('“Armchairs” isn’t accepting new ads. Choose another category.')
    await anna.does((sql) => sql`update public.listings set price_minor = 11000 where id = ${ad}`)
    const [guess] = await anna.does((sql) => sql`select public.suggest_categories('Armchair in green velvet') as list`)
    expect(guess?.list).not.toContainEqual(expect.objectContaining({ slug: 'armchairs' }))

    const under = await admin.isRefused((sql) => sql`select public.set_category_active('armchairs', true)`)
    expect(under.message).toBe('Its parent category “Furniture” is closed. Open that first.')
    await admin.does((sql) => sql`select public.set_category_active('furniture', true)`)
    const photo = await market.photoOf(anna)
    await anna.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${draft}, ${photo})`)
    await anna.does((sql) => sql`select public.publish_listing(${draft})`)
  }))

test('translated options and units are stored and shown in filters, without reindexing ads', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const anna = await market.trusted('Anna')
    const field = (labels: Record<string, string>) => ({
      key: 'finish',
      label: { en: 'Finish' },
      type: 'enum',
      facet: true,
      options: [
        { id: 'matt', label: 'Matt', labels },
        { id: 'gloss', label: 'Gloss' },
      ],
    })
    const reach = {
      key: 'reach',
      label: { en: 'Reach' },
      type: 'int',
      facet: true,
      unit: 'in',
      unit_labels: { de: 'Zoll' },
    }
    await admin.does((sql) => sql`select public.save_attribute('sofas', ${sql.json(field({}))})`)
    await admin.does((sql) => sql`select public.save_attribute('sofas', ${sql.json(reach)})`)
    const draft = await market.draftOf(anna, { category: 'sofas' })
    const details = market.owner.json({ sofa_type: 'corner', finish: 'matt', reach: 80 })
    await market.owner`update public.listings set attributes = ${details} where id = ${draft}`
    const photo = await market.photoOf(anna)
    await anna.does((sql) => sql`insert into public.listing_photos (listing_id, path) values (${draft}, ${photo})`)
    await anna.does((sql) => sql`select public.publish_listing(${draft})`)
    await market.owner`delete from private.categories_to_index`
    await admin.does(
      (sql) => sql`select public.save_attribute('sofas', ${sql.json(field({ de: 'Matt', pt: 'Mate' }))})`,
    )
    expect(await market.owner`select category from private.categories_to_index`).toEqual([])

    const facetsOf = async (params: Record<string, string | Record<string, string>>) => {
      const { facets } = await search(market, { ...params, facets: true })
      return (key: string) => facets?.attributes.find((one) => one.key === key)
    }
    const facet = await facetsOf({ category: 'sofas' })
    const matt = expect.objectContaining({ value: 'matt', label: { en: 'Matt', de: 'Matt', pt: 'Mate' } })
    expect(facet('finish')?.options).toContainEqual(matt)
    // The same without a chosen category.
    expect((await facetsOf({ attributes: { finish: 'matt' } }))('finish')?.options).toContainEqual(matt)
    expect(facet('reach')?.unit_labels).toEqual({ de: 'Zoll' })
    // Built-in options have translations, too.
    expect(facet('sofa_type')?.options).toContainEqual(
      expect.objectContaining({
        value: 'corner',
        label: { en: 'Corner', pt: 'De canto', es: 'Rinconera', de: 'Ecksofa', fr: 'D’angle' },
      }),
    )
  }))

test('a disabled attribute is not asked for, and can be restored unchanged', () =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const keys = async () => {
      const [row] = await market.owner`
        select array(select field ->> 'key' from jsonb_array_elements(attributes) as field) as on,
          array(select field ->> 'key' from jsonb_array_elements(retired_attributes) as field) as off
        from public.categories where slug = 'sofas'`
      return row
    }
    const before = await keys()
    await admin.does((sql) => sql`select public.set_attribute_active('sofas', 'sofa_type', false)`)
    expect((await keys())?.off).toEqual(['sofa_type'])
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { category: 'sofas' })
    await admin.does((sql) => sql`select public.set_attribute_active('sofas', 'sofa_type', true)`)
    await admin.does((sql) => sql`select public.move_attribute('sofas', 'sofa_type', 1)`)
    expect(await keys()).toEqual(before)
    const missing = await anna.isRefused((sql) => sql`select public.set_attribute_active('sofas', 'seats', false)`)
    expect(missing.code).toBe('42501')
  }))

test.each([
  [{ ...BELLOWS, key: 'Bellows!' }, 'Use lowercase letters, digits and underscores in the field key'],
  [{ ...BELLOWS, label: { pt: 'Fole' } }, 'Enter an English name.'],
  [{ ...BELLOWS, type: 'colour' }, 'Choose a field type'],
  [{ ...BELLOWS, options: [] }, 'Add at least one option.'],
  [{ ...BELLOWS, options: [BELLOWS.options[0], BELLOWS.options[0]] }, 'Two options have the same ID.'],
  [
    { key: 'keys', label: { en: 'Keys' }, type: 'int', min: 9, max: 3 },
    'The minimum can’t be higher than the maximum.',
  ],
  [{ ...BELLOWS, options: [{ id: 'a', label: 'A', labels: { german: 'A' } }] }, 'Enter a name of 1 to 60 characters'],
  [{ ...BELLOWS, options: [{ id: 'a', label: 'A', labels: 'A' }] }, 'Give names in other languages by language code.'],
  [
    { key: 'keys', label: { en: 'Keys' }, type: 'int', unit: 'in', unit_labels: { de: 'Zentimeterchen' } },
    '1 to 12 characters',
  ],
])('an invalid attribute is refused with a message: %j', (field, sentence) =>
  onMarketAlone(async (market) => {
    const admin = await staff(market, 'admin')
    const refused = await admin.isRefused(
      (sql) => sql`select public.save_attribute('sofas', ${sql.json(field as never)})`,
    )
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining(sentence) })
  }),
)

test('only administrators change categories; each change is logged immutably, for administrators only', () =>
  onMarketAlone(async (market) => {
    const [admin, moderator, anna] = [
      await staff(market, 'admin'),
      await staff(market, 'moderator'),
      await market.person('Anna'),
    ]
    for (const someone of [moderator, anna]) {
      expect((await someone.isRefused(add('kites', null, 'Kites'))).code).toBe('42501')
      expect(
        (await someone.isRefused((sql) => sql`update public.categories set active = false where slug = 'sofas'`)).code,
      ).toBe('42501')
    }
    expect((await market.visitor.isRefused(add('kites', null, 'Kites'))).code).toBe('42501')
    expect(
      (await anna.isRefused((sql) => sql`update public.profiles set role = 'admin' where id = ${anna.id}`)).code,
    ).toBe('42501')

    await admin.does(add('kites', null, 'Kites'))
    await admin.does(
      (sql) => sql`select public.change_category('kites', ${sql.json({ name: { en: 'Kites and more' } })})`,
    )
    await admin.does(
      (sql) => sql`select public.change_category('kites', ${sql.json({ name: { en: 'Kites and more' } })})`,
    )
    const lines = (someone: Person) =>
      someone.does((sql) => sql`select actor_id, action, target, before, after from public.audit_log order by id`)
    expect(await lines(admin)).toEqual([
      expect.objectContaining({ actor_id: admin.id, action: 'category.add', target: 'kites', before: null }),
      {
        actor_id: admin.id,
        action: 'category.change',
        target: 'kites',
        before: { name: { en: 'Kites' } },
        after: { name: { en: 'Kites and more' } },
      },
    ])
    expect(await lines(moderator)).toEqual([])
    expect(await lines(anna)).toEqual([])
    expect((await admin.isRefused((sql) => sql`delete from public.audit_log`)).code).toBe('42501')
    expect(
      (await admin.isRefused((sql) => sql`insert into public.audit_log (action, target) values ('a.b', 'c')`)).code,
    ).toBe('42501')
    const byOwner = await market.owner
      .savepoint((sql) => sql`delete from public.audit_log`)
      .catch((error: Error) => error.message)
    expect(byOwner).toContain('only ever added')
  }))
