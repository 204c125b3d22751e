import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

interface Guess {
  readonly slug: string
  readonly confidence: number
  readonly because: 'name' | 'ads'
}

test('the first three suggestions include the right category for most demo ads', () =>
  onMarket(async ({ owner }) => {
    const ads = await owner<{ title: string; category: string; guesses: string[] }[]>`
      select ad.title, ad.category, (
        select array_agg(guess.slug) from (
          select slug from private.guess_categories(ad.title, ad.id) limit 3) as guess) as guesses
      from public.listings ad where ad.state = 'active' and ad.type = 'sell' order by ad.ad_no limit 100`
    const share = (hits: number) => hits / ads.length
    const first = share(ads.filter(({ category, guesses }) => guesses?.[0] === category).length)
    const third = share(ads.filter(({ category, guesses }) => guesses?.includes(category)).length)
    console.log(`category suggested first: ${first.toFixed(2)}, among three: ${third.toFixed(2)} of ${ads.length}`)
    expect(third).toBeGreaterThan(0.8)
  }))

test.each([
  ['Leather sofas, three seats', 'sofas'],
  ['Sofá de três lugares', 'sofas'],
  ['Men’s boots, size 43', 'boots'],
])('"%s" suggests %s', (title, slug) =>
  onMarket(async ({ visitor }) => {
    const [row] = await visitor.does(
      (sql) => sql<{ guesses: Guess[] }[]>`select public.suggest_categories(${title}) as guesses`,
    )
    expect(row?.guesses[0]).toMatchObject({ slug })
    expect(row?.guesses[0]?.confidence).toBeGreaterThan(0.3)
    expect(row?.guesses.length).toBeLessThanOrEqual(3)
  }),
)

test('accessories in a title add to the item’s name and decide nothing alone', () =>
  onMarket(async ({ visitor }) => {
    const slugs = async (title: string) => {
      const [row] = await visitor.does(
        (sql) => sql<{ guesses: Guess[] }[]>`select public.suggest_categories(${title}) as guesses`,
      )
      return row?.guesses.map(({ slug }) => slug) ?? []
    }
    expect(await slugs('Watch')).toContain('watches')
    // Unknown items stay unknown, whatever accessories they come with.
    for (const title of ['Zzxqy with watch strap', 'Zzxqy com pulseira de relógio', 'Zzxqy mit Uhr und Armband'])
      expect(await slugs(title), title).toEqual([])
    expect((await slugs('Leather sofa with a watch strap'))[0]).toBe('sofas')
    expect(await slugs('with watch strap')).toContain('watches')
  }))

test('nothing is suggested for meaningless words', () =>
  onMarket(async ({ visitor }) => {
    for (const title of ['', 'zzxqy vvkw', 'a the of', '12 34']) {
      const [row] = await visitor.does(
        (sql) => sql<{ guesses: Guess[] }[]>`select public.suggest_categories(${title}) as guesses`,
      )
      expect(row?.guesses, title).toEqual([])
    }
  }))
