import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

test('a new account gets a profile from its sign-up form, and a public seller', () =>
  onMarket(async ({ person, owner }) => {
    const anna = await person('Anna')
    const [profile] = await owner`select * from public.profiles where id = ${anna.id}`
    const [seller] = await owner`select * from public.sellers where id = ${anna.id}`
    expect(profile).toMatchObject({
      first_name: 'Anna',
      last_name: 'Silva',
      display_name: 'Anna S.',
      phone: '+351912345678',
      signup_role: 'shipper',
      role: 'member',
    })
    expect(seller).toMatchObject({ display_name: 'Anna S.', email_verified: true, rating_average: null })
  }))

test('a sign-up form cannot set the demo flag, a staff role or an overlong name', () =>
  onMarket(async ({ owner }) => {
    await owner`
      insert into auth.users (id, email, raw_user_meta_data)
      values ('00000000-0000-4000-8000-00000000000a', 'long@example.com',
        ${owner.json({ first_name: 'x'.repeat(500), role: 'admin', demo: true, phone: 'call me' })})`
    const [profile] = await owner`select * from public.profiles where id = '00000000-0000-4000-8000-00000000000a'`
    expect(profile).toMatchObject({ role: 'member', signup_role: 'admin', is_demo: false, trust_level: 0, phone: null })
    expect(profile?.first_name).toHaveLength(50)
  }))

test('an account has the language of its sign-up form, English by default', () =>
  onMarket(async ({ owner }) => {
    for (const [number, locale, spoken] of [
      [1, 'pt', 'pt'],
      [2, 'pt-BR', 'pt-BR'],
      [3, '<b>fr</b>', 'en'],
      [4, null, 'en'],
    ] as const) {
      const id = `00000000-0000-4000-8000-0000000000b${number}`
      await owner`
        insert into auth.users (id, email, raw_user_meta_data)
        values (${id}, ${`speaks-${number}@example.com`}, ${owner.json({ first_name: 'Lea', locale })})`
      expect(await owner`select locale from public.profiles where id = ${id}`).toEqual([{ locale: spoken }])
    }
  }))

test('people can read and edit their own profile only', () =>
  onMarket(async ({ person, visitor }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    const read = (id: string) => (sql: Parameters<Parameters<typeof anna.does>[0]>[0]) =>
      sql`select phone from public.profiles where id = ${id}`

    expect(await anna.does(read(anna.id))).toHaveLength(1)
    expect(await ben.does(read(anna.id))).toHaveLength(0)
    expect((await visitor.isRefused(read(anna.id))).code).toBe('42501')

    const rename = (id: string) => (sql: Parameters<Parameters<typeof anna.does>[0]>[0]) =>
      sql`update public.profiles set display_name = 'Annie' where id = ${id} returning display_name`
    expect(await ben.does(rename(anna.id))).toHaveLength(0)
    expect(await anna.does(rename(anna.id))).toEqual([{ display_name: 'Annie' }])
    expect(await visitor.does((sql) => sql`select display_name from public.sellers where id = ${anna.id}`)).toEqual([
      { display_name: 'Annie' },
    ])
  }))

test.each(['role', 'trust_level', 'is_demo', 'id_verified_at', 'seller_type', 'signup_role'])(
  'nobody can write their own %s, and such an update changes nothing',
  (column) =>
    onMarket(async ({ person, owner }) => {
      const anna = await person('Anna')
      const refusal = await anna.isRefused(
        (sql) => sql`update public.profiles set bio = 'Hello', ${sql(column)} = default where id = ${anna.id}`,
      )
      expect(refusal.code).toBe('42501')
      expect(await owner`select bio from public.profiles where id = ${anna.id}`).toEqual([{ bio: '' }])
    }),
)

test('everyone can see sellers, and nobody can write them', () =>
  onMarket(async ({ person, visitor }) => {
    const anna = await person('Anna')
    expect(await visitor.does((sql) => sql`select id from public.sellers where id = ${anna.id}`)).toHaveLength(1)
    const praise = await anna.isRefused(
      (sql) => sql`update public.sellers set rating_average = 5 where id = ${anna.id}`,
    )
    expect(praise.code).toBe('42501')
  }))

test('the average is shown from five ratings on, counting published ones only', () =>
  onMarket(async ({ person, owner, visitor }) => {
    const anna = await person('Anna')
    const ben = await person('Ben')
    const rate = (rating: number, state: string) =>
      owner`insert into public.reviews (subject_id, author_id, rating, state) values (${anna.id}, ${ben.id}, ${rating}, ${state})`
    for (const rating of [5, 4, 5, 4]) await rate(rating, 'published')
    await rate(1, 'held')
    const facts = () => owner`select rating_average::float, rating_count from public.sellers where id = ${anna.id}`
    expect(await facts()).toEqual([{ rating_average: null, rating_count: 4 }])
    await rate(5, 'published')
    expect(await facts()).toEqual([{ rating_average: 4.6, rating_count: 5 }])
    expect(await visitor.does((sql) => sql`select id from public.reviews where subject_id = ${anna.id}`)).toHaveLength(
      5,
    )
    const forged = await ben.isRefused(
      (sql) => sql`insert into public.reviews (subject_id, rating, state) values (${anna.id}, 1, 'published')`,
    )
    expect(forged.code).toBe('42501')
  }))
